"""EPUB books (2 and 3): chapters in the order of the spine, each passage in one chapter and under its headings."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from pincite.domain.documents import Document, Location, OutlineEntry, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.books.contents import Contents, read_contents
from pincite.extraction.containers.xml_guard import Element, attribute, descendants, local, parse_xml, text_of
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.properties import iso_date, known, people, real_title
from pincite.extraction.office.story import Properties, Story, one_line, why
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.web.xhtml import Path, Walk, first_heading_level, parse_html, parse_xhtml

_PAGES = frozenset(
    {"application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/x-dtbook+xml", "image/svg+xml", "application/xml"}
)


@dataclass(frozen=True, slots=True)
class Item:
    """One resource of the book; `name` is its part."""

    name: str
    media_type: str
    properties: str


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The book as one story. Raises `UnreadableError`; PASSWORD if its chapters are encrypted (DRM)."""
    package = Package(file, options)
    opf = _package_document(package)
    root = parse_xml(package.read(opf))
    manifest = _manifest(root, posixpath.dirname(opf))
    spine = _spine(root, manifest)
    _refuse_encrypted(package, spine)
    story = Story(options)
    contents = _contents(package, root, manifest)
    first_failure: UnreadableError | None = None
    for item in spine:
        try:
            _tell_chapter(package, item, contents, story)
        except UnreadableError as failure:
            first_failure = first_failure or failure
            story.notices.append(f"{posixpath.basename(item.name)} could not be read: {why(failure)}")
        if story.full:
            break
    if first_failure is not None and not story.length:
        raise first_failure
    return [story.document(file, _properties(root))]


def _package_document(package: Package) -> str:
    data = package.read_spare("META-INF/container.xml")
    for rootfile in descendants(parse_xml(data), "rootfile") if data else ():
        name = unquote(rootfile.get("full-path") or "")
        if package.has(name):
            return name
    for name in package.names:
        if name.lower().endswith(".opf"):
            return name
    raise UnreadableError(Reason.DAMAGED, "its package document is missing")


def _manifest(root: Element, folder: str) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for item in descendants(root, "item"):
        name = resolve(folder, item.get("href") or "")[0]
        found[item.get("id") or name] = Item(name, (item.get("media-type") or "").lower(), item.get("properties") or "")
    return found


def resolve(folder: str, href: str) -> tuple[str, str]:
    """(part, fragment) that a reference made in *folder* points at."""
    path, _, fragment = href.partition("#")
    return posixpath.normpath(posixpath.join("/", folder, unquote(path))).lstrip("/"), unquote(fragment)


def _spine(root: Element, manifest: Mapping[str, Item]) -> list[Item]:
    """The chapters in reading order; a book without a spine is read in the order of its manifest."""
    listed = [manifest[key] for reference in descendants(root, "itemref") if (key := reference.get("idref") or "") in manifest]
    pages = [item for item in listed or manifest.values() if item.media_type in _PAGES or item.name.lower().endswith(("html", ".htm"))]
    return list(dict.fromkeys(pages))


def _refuse_encrypted(package: Package, spine: Sequence[Item]) -> None:
    data = package.read_spare("META-INF/encryption.xml")
    if data is None:
        return
    encrypted = {resolve("", item.get("URI") or "")[0] for item in descendants(parse_xml(data), "CipherReference")}
    if any(item.name in encrypted for item in spine):
        raise UnreadableError(Reason.PASSWORD, "its text is encrypted by the shop that sold it (DRM)")


def _contents(package: Package, root: Element, manifest: Mapping[str, Item]) -> Contents:
    spine = next(descendants(root, "spine"), None)
    ncx = manifest.get((spine.get("toc") if spine is not None else "") or "")
    navigation = [item.name for item in manifest.values() if "nav" in item.properties.split()]
    tables = [
        item.name
        for item in (ncx, *manifest.values())
        if item is not None and (item is ncx or item.media_type == "application/x-dtbncx+xml")
    ]
    for name in (*navigation, *tables):
        data = package.read_spare(name)
        contents = read_contents(data, posixpath.dirname(name), resolve) if data else None
        if contents is not None and contents.files:
            return Contents(contents.files, contents.places, frozenset(navigation))
    return Contents({}, {}, frozenset(navigation))


def _tell_chapter(package: Package, item: Item, contents: Contents, story: Story) -> None:
    page = parse_xhtml(package.read(item.name))
    level = first_heading_level(page)
    place = Location(part=item.name)
    path = contents.files.get(item.name)
    places = contents.places.get(item.name, {})
    if path:
        story.enter(_levelled(path, level or 1), place)
        if level is None and path not in places.values():
            story.entry(OutlineEntry(len(path), path[-1]))
    else:
        story.enter(story.levels, place)
    entries = {} if level else {anchor: _levelled(path, 1) for anchor, path in places.items()}
    Walk(story, entries, skip_contents=item.name in contents.navigation).tell(page)


def _levelled(path: Sequence[str], level: int) -> Path:
    """A path of the table of contents whose last heading is the page's own first one: that replaces it, and keeps what is above."""
    return tuple((level - len(path) + index, text) for index, text in enumerate(path, 1))


def _properties(root: Element) -> Properties:
    metadata = next(descendants(root, "metadata"), None)
    if metadata is None:
        return Properties()
    fields: dict[str, list[Element]] = {}
    for item in metadata.iter():
        fields.setdefault(local(item).lower(), []).append(item)

    def texts(name: str) -> list[str]:
        return [text for item in fields.get(name, ()) if (text := one_line(text_of(item)))]

    authors = [item for item in fields.get("creator", ()) if (attribute(item, "role") or "aut") == "aut"]
    dates = sorted(fields.get("date", ()), key=lambda item: (attribute(item, "event") or "publication") != "publication")
    named = {item.get("property") or item.get("name") or "": item for item in fields.get("meta", ())}
    modified = named.get("dcterms:modified")
    series = named.get("calibre:series")
    subjects = texts("subject")
    date = next(filter(None, (iso_date(text_of(item).strip()) for item in dates)), "")
    facts = known(
        author=people(text_of(item) for item in authors) or people(texts("creator")),
        date=date,
        modified=iso_date(text_of(modified).strip()) if modified is not None else "",
        publisher=next(iter(texts("publisher")), ""),
        description=_plain(" ".join(texts("description"))),
        subject="; ".join(subjects),
        keywords=[*subjects],
        identifier=next(iter(texts("identifier")), ""),
        series=(series.get("content") or "") if series is not None else "",
    )
    return Properties(real_title(next(iter(texts("title")), "")), next(iter(texts("language")), ""), tuple(subjects), facts)


def _plain(description: str) -> str:
    return one_line(text_of(parse_html(description))) if "<" in description else description
