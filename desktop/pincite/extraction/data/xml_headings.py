"""Headings of documents that are written in XML: DocBook, DITA, JATS, TEI, feeds. All other XML is data, and has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pincite.extraction.data.xml_tree import Element, Found, local
from pincite.extraction.markup.own_text import shortened

HEADED: Final = frozenset(
    "book part chapter article section sect1 sect2 sect3 sect4 sect5 simplesect appendix preface dedication glossary bibliography set reference"
    " refentry refsection refsect1 refsect2 refsect3 topic concept task troubleshooting sec div div1 div2 div3 item entry".split()
)
"""Elements that a title makes a part of a document. Figures, tables and examples have titles too, but are none."""
TITLES: Final = frozenset("title head refname refentrytitle article-title".split())
UNNAMED: Final = frozenset("para simpara p v screen programlisting literallayout blockquote ab tr row math".split()) | TITLES
"""Elements of prose, whose names say nothing."""
_AROUND: Final = frozenset("info front article-meta title-group refnamediv refmeta prolog".split())
"""What may stand between a part and its title, beside the many whose names end in "info"."""


@dataclass(frozen=True, slots=True)
class Part:
    """Neighbouring texts under the same headings; `depth` counts the elements around them whose names do not matter."""

    texts: Sequence[Found]
    heading_path: tuple[str, ...] = ()
    anchor: str | None = None
    depth: int = 1
    begins: bool = False
    """Whether its last heading was not there before."""


def parts_of(found: Sequence[Found]) -> Iterator[Part]:
    """*found*, cut where headings change; one part without headings if nothing in it has one."""
    titles = _titles(found)
    begun: set[int] = set()

    def headed(one: Found) -> tuple[int, ...]:
        return tuple(id(element) for element in one.chain if id(element) in titles)

    for above, texts in groupby(found, headed):
        kept = list(texts)
        owners = [element for element in kept[0].chain if id(element) in titles]
        last = owners[-1] if owners else None
        depth = kept[0].chain.index(last) + 1 if last is not None else 1
        begins = last is not None and id(last) not in begun
        begun.update(above[-1:])
        yield Part(kept, tuple(titles[key] for key in above), (last.identifier or None) if last is not None else None, depth, begins)


def root_title(found: Sequence[Found]) -> str:
    """The title of a document that is one part as a whole, such as a book or an article; "" if it is none."""
    return _titles(found).get(id(found[0].chain[0]), "") if found else ""


def _titles(found: Sequence[Found]) -> Mapping[int, str]:
    """The first title of each element that has one, by the element's identity."""
    titles: dict[int, str] = {}
    for one in found:
        owner = _owner(one.chain)
        if owner is not None and not one.attribute and id(owner) not in titles:
            words = shortened(" ".join(text for _, text in one.pieces))
            if words:
                titles[id(owner)] = words
    return titles


def _owner(chain: Sequence[Element]) -> Element | None:
    """The element whose title a text in this chain is."""
    for i, element in enumerate(chain):
        if local(element.name) in TITLES:
            above = [other for other in chain[:i] if not (local(other.name) in _AROUND or local(other.name).endswith("info"))]
            return above[-1] if above and local(above[-1].name) in HEADED else None
    return None
