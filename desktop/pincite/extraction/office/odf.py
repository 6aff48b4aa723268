"""OpenDocument files (ODF 1.0 to 1.4), packed or flat: text, presentations and drawings here, sheets in `odf_sheets`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.domain.documents import Document, Location, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, child, children, descendants, local, parse_xml, text_of
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.odf_objects import PartReader, no_parts
from pincite.extraction.office.odf_sheets import tell_sheets
from pincite.extraction.office.odf_text import OdfText, Styles, deletions_in_place, is_class
from pincite.extraction.office.properties import iso_date, known, people, real_title, split_keywords
from pincite.extraction.office.story import Properties, Story
from pincite.extraction.source_file import Options, SourceFile


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The document as one story. Raises `UnreadableError`; PASSWORD if its content is encrypted."""
    package = Package(file, options)
    _refuse_encrypted(package)
    content = package.read("content.xml")
    styles = package.read_spare("styles.xml")
    meta = package.read_spare("meta.xml")
    return [_told(file, options, content, styles, parse_xml(meta) if meta else None, package.read_spare)]


def read_flat(file: SourceFile, options: Options) -> Sequence[Document]:
    """The same in one XML file (FODT, FODS, FODP). Raises `UnreadableError`."""
    if not file.data.strip():
        raise UnreadableError(Reason.EMPTY)
    return [_told(file, options, file.data, None, parse_xml(file.data))]


def _refuse_encrypted(package: Package) -> None:
    manifest = package.read_spare("META-INF/manifest.xml")
    if manifest is None:
        return
    for entry in descendants(parse_xml(manifest), "file-entry"):
        name = attribute(entry, "full-path") or ""
        if name in {"content.xml", "encrypted-package"} and child(entry, "encryption-data") is not None:
            raise UnreadableError(Reason.PASSWORD)


def _told(
    file: SourceFile, options: Options, content: bytes, styles: bytes | None, meta: Element | None, parts: PartReader = no_parts
) -> Document:
    story = Story(options)
    title = ""
    if b"spreadsheet>" in content[-4096:] or file.extension in {"ods", "ots", "fods"}:
        tell_sheets(content, story, parts)
        title = file.stem
    else:
        root = parse_xml(content)
        sheet = parse_xml(styles) if styles else root
        known_styles = Styles(root, sheet)
        text = OdfText(story, known_styles, parts, deletions_in_place(root))
        _tell_body(root, text, story)
        story.end_of_part()
        _tell_margins(sheet, known_styles, story)
        title = text.title
    return story.document(file, _properties(meta), title)


def _tell_body(root: Element, text: OdfText, story: Story) -> None:
    body = next(descendants(root, "body"), root)
    pages = [page for kind in body if local(kind) in {"presentation", "drawing"} for page in children(kind, "page")]
    for number, page in enumerate(pages, 1):
        _tell_page(number, page, text, story)
    if not pages:
        text.blocks(next(children(body, "text"), body))


def _tell_page(number: int, page: Element, text: OdfText, story: Story) -> None:
    story.enter((), Location(slide=number))
    if text.styles.hidden(attribute(page, "style-name")):
        story.notices.append(f"Slide {number} is hidden in the show.")
    titles = [frame for frame in page if is_class(frame, "title")]
    for frame in titles:
        story.heading(1, " ".join(text.lines(frame)))
    for shape in page:
        if local(shape) == "notes":
            frames = [frame for frame in shape if not is_class(frame, "page-number", "date-time", "header", "footer")]
            story.aside("\n".join(line for frame in frames for line in text.lines(frame)), "notes")
        elif not any(shape is frame for frame in titles) and not is_class(shape, "page-number", "date-time", "footer"):
            text.shape(shape)


def _tell_margins(sheet: Element, styles: Styles, story: Story) -> None:
    """Page headers and footers, each text once."""
    seen: set[str] = set()
    for margin in _margins(sheet):
        role = local(margin).partition("-")[0]
        told = "\n".join(OdfText(story, styles).lines(margin))
        if told not in seen and any(character.isalpha() for character in told):
            seen.add(told)
            story.enter((), Location())
            story.aside(told, role)


def _margins(sheet: Element) -> Iterator[Element]:
    for page in descendants(sheet, "master-page"):
        for item in page:
            if local(item) in {"header", "footer", "header-left", "footer-left", "header-first", "footer-first"}:
                yield item


def _properties(root: Element | None) -> Properties:
    meta = next(descendants(root, "meta"), None) if root is not None else None
    if meta is None:
        return Properties()
    fields: dict[str, list[str]] = {}
    for item in meta.iter():
        text = text_of(item).strip() if item is not meta else ""
        if text:
            fields.setdefault(local(item), []).append(text)

    def first(name: str) -> str:
        return fields.get(name, [""])[0]

    keywords = tuple(word for field in fields.get("keyword", ()) for word in split_keywords(field))
    created, modified = iso_date(first("creation-date")), iso_date(first("date"))
    metadata = known(
        author=people([first("initial-creator") or first("creator")]),
        date=modified or created,
        created=created,
        modified=modified,
        subject=first("subject"),
        description=first("description"),
        keywords=[*keywords],
        last_modified_by=first("creator") if first("initial-creator") else "",
    )
    return Properties(real_title(first("title")), first("language"), keywords, metadata)
