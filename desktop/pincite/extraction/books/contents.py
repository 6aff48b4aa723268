"""The table of contents of a book: EPUB 3 navigation documents and EPUB 2 NCX files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, child, children, descendants, local, text_of
from pincite.extraction.web.xhtml import inline_text, parse_xhtml

Resolve = Callable[[str, str], tuple[str, str]]
Entry = tuple[tuple[str, ...], str]
"""(headings from the outermost, reference)."""


@dataclass(frozen=True, slots=True)
class Contents:
    """`files` maps a part to the headings that it opens with; `places` a part's ids to theirs; `navigation` names the parts that hold it."""

    files: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Mapping[str, tuple[str, ...]]]
    navigation: frozenset[str] = frozenset()


def read_contents(data: bytes, folder: str, resolve: Resolve) -> Contents:
    """The contents in a navigation document or NCX that lies in *folder*; empty if it cannot be read."""
    try:
        root = parse_xhtml(data)
    except UnreadableError:
        return Contents({}, {})
    files: dict[str, tuple[str, ...]] = {}
    places: dict[str, dict[str, tuple[str, ...]]] = {}
    for path, reference in _entries(root):
        part, fragment = resolve(folder, reference)
        files.setdefault(part, path)
        if fragment:
            places.setdefault(part, {}).setdefault(fragment, path)
    return Contents(files, places)


def _entries(root: Element) -> Iterator[Entry]:
    for table in descendants(root, "navMap"):
        yield from _points(table, ())
        return
    tables = list(descendants(root, "nav"))
    chosen = [table for table in tables if "toc" in (attribute(table, "type") or "").split()] or tables
    for table in chosen[:1]:
        for listing in children(table, "ol"):
            yield from _items(listing, ())


def _points(parent: Element, above: tuple[str, ...]) -> Iterator[Entry]:
    for point in children(parent, "navPoint"):
        label, content = child(point, "navLabel"), child(point, "content")
        path = (*above, " ".join(text_of(label).split())) if label is not None else above
        if path and content is not None and content.get("src"):
            yield path, content.get("src") or ""
        yield from _points(point, path)


def _items(listing: Element, above: tuple[str, ...]) -> Iterator[Entry]:
    for item in children(listing, "li"):
        path = above
        for part in item:
            if local(part) in {"a", "span"} and path == above:
                path = (*above, inline_text(part))
                if local(part) == "a" and part.get("href"):
                    yield path, part.get("href") or ""
            elif local(part) == "ol":
                yield from _items(part, path)
