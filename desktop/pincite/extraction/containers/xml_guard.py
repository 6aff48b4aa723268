"""Parses XML that strangers wrote: no external entity is ever fetched, no internal one expanded, no network, libxml2's own limits kept."""

from __future__ import annotations

import html.entities
import io
import re
from collections.abc import Iterator
from typing import Final, Protocol, cast

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  # compiled, and without stubs

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError


class Element(Protocol):
    """What we use of lxml's elements."""

    @property
    def tag(self) -> object:
        """Its name with its namespace in braces; no string for an entity reference."""
        ...

    @property
    def text(self) -> str | None:
        """What stands before its first child."""
        ...

    @property
    def tail(self) -> str | None:
        """What stands between its end and its next sibling."""
        ...

    def get(self, key: str) -> str | None:
        """An attribute's value."""
        ...

    def items(self) -> list[tuple[str, str]]:
        """All attributes."""
        ...

    def iter(self) -> Iterator[Element]:
        """Itself and everything below it, in document order."""
        ...

    def getparent(self) -> Element | None:
        """The element that it stands in."""
        ...

    def __iter__(self) -> Iterator[Element]: ...

    def __len__(self) -> int: ...


_GUARDS: Final = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
_ENCODING = re.compile(rb"""\A(\s{0,100}<\?xml[^>]{0,200}?)\s{1,20}encoding\s{0,20}=\s{0,20}(?:"[^"]{0,100}"|'[^']{0,100}')""")
"""What a declaration says of the encoding. Bounded: blanks without end would be looked at again from each of them."""


def parse_xml(data: bytes) -> Element:
    """The root element. What is not well-formed is repaired as far as libxml2 can; raises `UnreadableError` (DAMAGED) beyond that."""
    root = parse_strictly(data)
    for attempt in (data, _ENCODING.sub(rb"\1", data)):
        root = _parse(attempt, recover=True) if root is None else root
    if root is None:
        raise UnreadableError(Reason.DAMAGED, "its XML cannot be read")
    return root


def parse_strictly(data: bytes) -> Element | None:
    """The root element of well-formed XML; None for anything else."""
    return _parse(data, recover=False)


def _parse(data: bytes, recover: bool) -> Element | None:
    try:
        return cast("Element | None", etree.fromstring(data, etree.XMLParser(recover=recover, **_GUARDS)))
    except (etree.XMLSyntaxError, ValueError, LookupError):
        return None


def stream_xml(data: bytes, *tags: str) -> Iterator[Element]:
    """Each finished element with one of the local names *tags*, in the order in which they end; its content is dropped afterwards.

    Memory stays flat however long the part is. What comes before a break is kept; raises `UnreadableError` if there is no XML at all.
    """
    events = etree.iterparse(
        io.BytesIO(data),
        events=("end",),
        tag=[f"{{*}}{tag}" for tag in tags],
        recover=True,
        **_GUARDS,
    )
    try:
        for _, element in events:
            yield cast("Element", element)
            element.clear()
            while element.getprevious() is not None and element.getparent() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError:
        pass
    if events.root is None:
        raise UnreadableError(Reason.DAMAGED, "its XML cannot be read")


def local(element: Element) -> str:
    """The element's name without its namespace; "" for what is no element (an entity reference, a comment)."""
    tag = element.tag
    return tag[tag.rfind("}") + 1 :] if isinstance(tag, str) else ""


def entity_text(element: Element) -> str:
    """The character that an HTML entity reference names (``&nbsp;``); "" for any other entity: those are never looked up."""
    if isinstance(element.tag, str) or element.tag is not etree.Entity:
        return ""
    name = (element.text or "").strip("&;")
    return html.entities.html5.get(f"{name};", "")


def attribute(element: Element, name: str) -> str | None:
    """The value of the attribute with this local name, in whatever namespace, or behind whatever prefix in a tree of HTML."""
    value = element.get(name)
    if value is not None:
        return value
    suffixes = ("}" + name, ":" + name)
    for key, found in element.items():
        if key.endswith(suffixes):
            return found
    return None


def child(element: Element, name: str) -> Element | None:
    """The first child with this local name."""
    for item in element:
        if local(item) == name:
            return item
    return None


def children(element: Element, name: str) -> Iterator[Element]:
    """All children with this local name."""
    return (item for item in element if local(item) == name)


def descendants(element: Element, name: str) -> Iterator[Element]:
    """All elements below (and including) *element* with this local name, in document order."""
    return (item for item in element.iter() if local(item) == name)


def text_of(element: Element) -> str:
    """All character data below *element*, as it stands; HTML entities resolved, others left out."""
    pieces: list[str] = []
    for item in element.iter():
        pieces.append((item.text or "") if isinstance(item.tag, str) else entity_text(item))
        if item is not element:
            pieces.append(item.tail or "")
    return "".join(pieces)
