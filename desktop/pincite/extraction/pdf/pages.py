"""What PDFium tells of a document: text, labels, outline, properties, annotations and form fields. The only module that imports it."""

from __future__ import annotations

import contextlib
import ctypes
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from pincite.domain.documents import OutlineEntry, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.pdf.layout import Box, Fragment, is_disordered, is_upright, reading_order, turned
from pincite.extraction.pdf.right_to_left import RIGHT_TO_LEFT, is_turned_round, reordered

_FEW = 40
"""Characters below which a page has no order to speak of."""
_VERTICAL = re.compile("[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""What is written in columns, from the top down, with its letters upright."""
_COLUMNS_LEFTWARDS = 3
"""Right angles by which a page is turned so that its columns, the rightmost first, become lines from the top down."""
_WORDS = re.compile(r"\w+")
_LOST = 0.04
"""Share of a page's words that may differ between its two orders; words broken at line ends do."""
_MAX_OUTLINE = 5_000
_MAX_ANNOTATIONS = 500
_MAX_OBJECTS = 1_000
"""Things drawn on a page, of which one is text if the page says any."""
_TEXT_FIELDS = (pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX)
_WITH_CONTENTS = (
    pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE, pdfium.FPDF_ANNOT_STRIKEOUT,
    pdfium.FPDF_ANNOT_SQUIGGLY, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_CARET,
)


@dataclass(frozen=True, slots=True)
class RawPdf:
    """A document before its text is cleaned. `labels` has "" where the page has none; pages are all there, empty or not."""

    pages: Sequence[str]
    labels: Sequence[str]
    extras: Sequence[str] = ()
    """Text of annotations and form fields, page by page."""
    outline: Sequence[OutlineEntry] = ()
    properties: Mapping[str, str] = field(default_factory=dict[str, str])
    cut: bool = False
    unshown: Sequence[int] = ()
    """Pages, counted from 0, that say text of which none came out: PDFium drops a letter that the font it takes instead of a missing one lacks."""


def read_with_pdfium(data: bytes, max_pages: int, max_text: int) -> RawPdf:
    """Everything but images. Raises `UnreadableError` (PASSWORD, DAMAGED)."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise refusal(error) from error
    try:
        return _read(document, max_pages, max_text)
    except pypdfium2.PdfiumError as error:
        raise UnreadableError(Reason.DAMAGED, "its pages cannot be read") from error
    finally:
        document.close()


def refusal(error: Exception) -> UnreadableError:
    """The reason in an error that PDFium gave on opening."""
    message = str(error)
    if "assword" in message:
        return UnreadableError(Reason.PASSWORD)
    if "ecurity" in message:
        return UnreadableError(Reason.PASSWORD, "it is protected in a way that cannot be undone here")
    return UnreadableError(Reason.DAMAGED, "it is no PDF that can be opened")


def _read(document: pypdfium2.PdfDocument, max_pages: int, max_text: int) -> RawPdf:
    with contextlib.suppress(pypdfium2.PdfiumError):
        document.init_forms()
    count = len(document)
    pages: list[str] = []
    extras: list[str] = []
    unshown: list[int] = []
    size = broken = 0
    for i in range(min(count, max_pages)):
        try:
            text, extra, says = _page(document, i)
        except pypdfium2.PdfiumError:
            text, extra, says = "", "", False
            broken += 1
        if says and not text:
            unshown.append(i)
        pages.append(text)
        extras.append(extra)
        size += len(text)
        if size > max_text:
            break
    if broken == len(pages):
        raise UnreadableError(Reason.DAMAGED, "none of its pages can be read")
    labels = [document.get_page_label(i) for i in range(len(pages))]
    return RawPdf(pages, labels, extras, tuple(_outline(document)), _properties(document), cut=len(pages) < count, unshown=unshown)


def _page(document: pypdfium2.PdfDocument, number: int) -> tuple[str, str, bool]:
    """Its text, that of its annotations, and whether text is said on it."""
    page = document.get_page(number)
    try:
        text_page = page.get_textpage()
        try:
            text = _text(text_page) if text_page.count_chars() else ""
        finally:
            text_page.close()
        return text, "\n".join(_annotations(document, page)), bool(text) or _says_text(page)
    finally:
        page.close()


def _says_text(page: pypdfium2.PdfPage) -> bool:
    count = min(pdfium.FPDFPage_CountObjects(page), _MAX_OBJECTS)
    return any(pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, i)) == pdfium.FPDF_PAGEOBJ_TEXT for i in range(count))


def _text(page: pypdfium2.PdfTextPage) -> str:
    text = page.get_text_range()
    if not text.isascii() and RIGHT_TO_LEFT.search(text):
        return _turned_back(page, text)
    boxes = _boxes(page)
    text = _parted(page, text, boxes)
    if len(text) < _FEW:
        return text
    quarters = 0 if is_upright(boxes) else _quarters(page) or (_COLUMNS_LEFTWARDS if _VERTICAL.search(text) else 0)
    if not quarters and not is_disordered(boxes):
        return text
    fragments = [Fragment(turned(box, quarters), run) for box in boxes if (run := _run(page, box))]
    ordered = reading_order(fragments)
    # Text at an angle has boxes that overlap: what is lost or doubled shows that the boxes do not tell its order.
    return ordered if _same_words(ordered, text) else text


def _parted(page: pypdfium2.PdfTextPage, text: str, boxes: Sequence[Box]) -> str:
    """The text with the line ends that PDFium leaves out before a lone digit: of 12 above 7 it makes 127."""
    parts: list[str] = []
    end = len(text)
    for i in [i for i, (left, bottom, right, top) in enumerate(boxes) if i and right - left < top - bottom <= boxes[i - 1].bottom - bottom][::-1]:
        box = boxes[i]
        char = pdfium.FPDFText_GetCharIndexAtPos(page, (box.left + box.right) / 2, (box.bottom + box.top) / 2, 1.0, 1.0)
        at = pdfium.FPDFText_GetTextIndexFromCharIndex(page, char) if char > 0 else 0
        if 0 < at < end and text[at - 1].isalnum() and ord(text[at]) == pdfium.FPDFText_GetUnicode(page, char):
            parts += text[at:end], "\n"
            end = at
    return "".join((text[:end], *reversed(parts))) if parts else text


def _turned_back(page: pypdfium2.PdfTextPage, text: str) -> str:
    """Text of right-to-left scripts in reading order, within glyphs that stand for several letters and within lines."""
    if max(text) > "\uffff":
        return text  # PDFium counts such a character twice
    x, y = ctypes.c_double(), ctypes.c_double()
    origins: dict[int, tuple[float, float]] = {}
    runs: list[list[int]] = []
    last: tuple[float, float] | None = None
    for i in range(pdfium.FPDFText_CountChars(page)):
        at = pdfium.FPDFText_GetTextIndexFromCharIndex(page, i)
        if at < 0 or not pdfium.FPDFText_GetCharOrigin(page, i, x, y):
            continue
        origins[at] = here = (x.value, y.value)
        if not RIGHT_TO_LEFT.match(text, at):
            last = None
        elif here == last:
            runs[-1].append(at)
        else:
            runs.append([at])
            last = here
    for run in runs:
        start, end = run[0], run[0] + len(run)
        if len(run) > 1 and is_turned_round(text[start:end]):
            text = text[:start] + text[start:end][::-1] + text[end:]
    return reordered(text, origins)


def _same_words(first: str, second: str) -> bool:
    ours, theirs = (Counter(_WORDS.findall(text)) for text in (first, second))
    return sum((ours - theirs).values()) + sum((theirs - ours).values()) <= _LOST * sum(theirs.values())


def _boxes(page: pypdfium2.PdfTextPage) -> list[Box]:
    sides = [ctypes.c_double() for _ in range(4)]
    left, top, right, bottom = sides
    pointers = [ctypes.byref(side) for side in sides]
    rectangle, handle = pdfium.FPDFText_GetRect, page.raw
    found: list[Box] = []
    for i in range(pdfium.FPDFText_CountRects(page, 0, -1)):
        rectangle(handle, i, *pointers)
        found.append(Box(left.value, bottom.value, right.value, top.value))
    return found


def _quarters(page: pypdfium2.PdfTextPage) -> int:
    """By how many right angles, counterclockwise, the page's text is turned, judging by its first letter."""
    first = next((i for i in range(min(200, pdfium.FPDFText_CountChars(page))) if chr(pdfium.FPDFText_GetUnicode(page, i)).isalnum()), 0)
    return -round(pdfium.FPDFText_GetCharAngle(page, first) / (math.pi / 2)) % 4  # PDFium counts clockwise


def _run(page: pypdfium2.PdfTextPage, box: Box) -> str:
    return " ".join(page.get_text_bounded(box.left, box.bottom, box.right, box.top).split())


def _annotations(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[str]:
    seen: set[str] = set()
    for i in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page, i)
        if not annotation:
            continue
        try:
            text = _annotation_text(document, annotation)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
        if text and text not in seen:
            seen.add(text)
            yield text


def _annotation_text(document: pypdfium2.PdfDocument, annotation: ctypes.c_void_p) -> str:
    subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    if subtype == pdfium.FPDF_ANNOT_WIDGET:
        form = document.formenv
        if form is None or pdfium.FPDFAnnot_GetFormFieldType(form, annotation) not in _TEXT_FIELDS:
            return ""
        return _string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
    return _string(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents") if subtype in _WITH_CONTENTS else ""


def _string(function: Callable[..., int], *arguments: object) -> str:
    length = function(*arguments, None, 0)
    if not 2 < length < 1_000_000:
        return ""
    buffer = ctypes.create_string_buffer(length)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").strip()


def _outline(document: pypdfium2.PdfDocument) -> Iterator[OutlineEntry]:
    try:
        for i, bookmark in enumerate(document.get_toc(max_depth=12)):
            if i >= _MAX_OUTLINE:
                return
            title = " ".join(bookmark.get_title().split())
            target = bookmark.get_dest()
            page = target.get_index() if target else None
            if title:
                yield OutlineEntry(bookmark.level + 1, title, page=page + 1 if page is not None else None)
    except (pypdfium2.PdfiumError, ValueError, TypeError):
        return  # an outline that leads nowhere costs no text


def _properties(document: pypdfium2.PdfDocument) -> dict[str, str]:
    try:
        found = document.get_metadata_dict(skip_empty=True)
    except pypdfium2.PdfiumError:
        return {}
    return {str(key): " ".join(str(value).split()) for key, value in found.items()}
