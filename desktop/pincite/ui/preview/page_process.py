"""Draws PDF pages in a process of its own: a damaged file can take this down, never the window. No Qt in here.

One JSON object a line comes in on stdin, the newest last; for each, one JSON line goes out on stdout, followed by
`bytes` bytes of picture, 32 bits a pixel in the order blue, green, red, unused.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pypdfium2 as pdfium
from pypdfium2 import raw

LARGEST_FILE = 500 * 2**20
"""Bytes; a larger file is shown as text only."""
LARGEST_SIDE = 6000
"""Pixels of a drawn page's longer side."""
BROKEN = "(?:[-\u00ad\u0002\ufffe]\\s*)?"
"""What may stand inside a word that is broken at a line end."""

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels of the picture."""


@dataclass(slots=True)
class OpenFile:
    """The file drawn last, held in memory so that nobody else's rename or delete has to wait for us."""

    path: str = ""
    stamp: tuple[int, int] = (0, 0)
    document: pdfium.PdfDocument | None = None
    data: bytes = field(default=b"", repr=False)

    def get(self, path: str) -> pdfium.PdfDocument:
        """The document at *path*, read anew if the file changed. Raises `OSError` or `pdfium.PdfiumError`."""
        found = Path(path).stat()
        stamp = (found.st_size, found.st_mtime_ns)
        if self.document is None or (path, stamp) != (self.path, self.stamp):
            if found.st_size > LARGEST_FILE:
                raise OSError("the file is too large to be drawn")
            self.close()
            self.data = Path(path).read_bytes()
            self.document = pdfium.PdfDocument(self.data)
            self.path, self.stamp = path, stamp
        return self.document

    def close(self) -> None:
        """Let go of the document."""
        if self.document is not None:
            self.document.close()
            self.document = None


def draw(files: OpenFile, request: dict[str, object]) -> tuple[dict[str, object], bytes]:
    """The answer to one request: what is drawn, and the picture. Raises what PDFium or the system raise."""
    document = files.get(str(request["path"]))
    number = min(max(1, int(str(request["page"]))), len(document))
    page = document[number - 1]
    width, height = page.get_size()
    scale = min(float(str(request["scale"])), LARGEST_SIDE / max(width, height, 1.0))
    words = request.get("words", [])
    boxes = match_boxes(page, [str(word) for word in words] if isinstance(words, list) else [], scale)
    bitmap = page.render(scale=scale, rev_byteorder=False, prefer_bgrx=True)  # pyright: ignore[reportArgumentType]  # a float is fine
    picture = bytes(bitmap.buffer)
    answer = {
        "id": request["id"], "page": number, "pages": len(document), "width": bitmap.width, "height": bitmap.height,
        "stride": bitmap.stride, "scale": scale, "matches": boxes, "bytes": len(picture),
    }
    page.close()
    return answer, picture


def match_boxes(page: pdfium.PdfPage, words: Sequence[str], scale: float) -> list[list[Box]]:
    """For each match in reading order, the boxes it covers: two where a word is broken at a line end."""
    if not words:
        return []
    text_page = page.get_textpage()
    text = text_page.get_text_range()
    longest_first = sorted({word for word in words if word.strip()}, key=len, reverse=True)
    pattern = "|".join(_pattern(word) for word in longest_first)
    height = page.get_height()
    boxes: list[list[Box]] = []
    for found in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)" if _spaced(words) else pattern, text, re.IGNORECASE):
        first, last = (raw.FPDFText_GetCharIndexFromTextIndex(text_page, i) for i in (found.start(), found.end() - 1))
        if first >= 0 and last >= first:
            boxes.append(list(_rectangles(text_page, first, last - first + 1, height, scale)))
    text_page.close()
    return [match for match in boxes if match]


def _pattern(word: str) -> str:
    parts = [BROKEN.join(re.escape(character) for character in part) for part in word.split()]
    return r"\s+".join(parts)


def _spaced(words: Sequence[str]) -> bool:
    """Whether the words are written with spaces between them; CJK is not."""
    return all(character < "\u2e80" for word in words for character in word)


def _rectangles(text_page: pdfium.PdfTextPage, first: int, count: int, height: float, scale: float) -> Iterator[Box]:
    for i in range(raw.FPDFText_CountRects(text_page, first, count)):
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetRect(text_page, i, left, top, right, bottom)
        box = (left.value * scale, (height - top.value) * scale, (right.value - left.value) * scale, (top.value - bottom.value) * scale)
        if box[2] > 0 and box[3] > 0:
            yield box


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    files = OpenFile()
    for line in requests:
        request: dict[str, object] = json.loads(line)
        try:
            answer, picture = draw(files, request)
        except (OSError, pdfium.PdfiumError, ValueError, MemoryError) as error:
            answer, picture = {"id": request["id"], "error": str(error) or type(error).__name__, "bytes": 0}, b""
        answers.write(json.dumps(answer).encode() + b"\n" + picture)
        answers.flush()
    files.close()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
