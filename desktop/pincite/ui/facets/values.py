"""Facets as they are listed: which keys in which order, which values first, and what became of the chosen ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.domain.search import Count
from pincite.ui.asked import Asked
from pincite.ui.names import KEYS, key_name, value_name

HIDDEN = frozenset({"year"})
"""Keys that have a drawing of their own."""
UNBROWSED = frozenset(
    "date created creationdate creation_date modified moddate updated published issued sent title subject id uuid url uri link source aliases "
    "producer creator pages page_count words version".split()
)
"""Front-matter keys that say something of one document, not of many."""
FEW = 10
"""Documents below which nothing can be said of how a key sorts them."""
SCARCELY_ANY = 4
"""Documents below which even a value for each is shown."""
MOST_OWN = 8
"""Front-matter keys shown: those that most documents of the answer have. A chosen one always is."""
LAST = 1_000_000
"""Rank of keys that are not fixed: after all others."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A row: its value, its words, how many documents, how long its bar is (0 to 1), and "in", "out" or "off"."""

    value: str
    name: str
    documents: int
    share: float
    state: str = "off"


@dataclass(frozen=True, slots=True)
class Facet:
    """One heading with its rows."""

    key: str
    name: str
    values: tuple[FacetValue, ...]


def facets_to_show(counts: Mapping[str, Sequence[Count]], asked: Asked) -> tuple[Facet, ...]:
    """The facets beside an answer, fixed ones first; a facet with nothing to choose is left out."""
    order = list(KEYS)
    chosen = {choice.key for choice in asked.filters}
    keys = sorted({*counts, *chosen}, key=lambda key: (order.index(key) if key in KEYS else LAST, key))
    own = [key for key in keys if key not in KEYS and key not in chosen and browsable(key, counts.get(key, ()))]
    busiest = set(sorted(own, key=lambda key: -_named(counts.get(key, ())))[:MOST_OWN])
    shown = (key for key in keys if key not in HIDDEN and (key in KEYS or key in chosen or key in busiest))
    facets = (Facet(key, key_name(key), _values(key, counts.get(key, ()), asked)) for key in shown)
    return tuple(facet for facet in facets if _worth_showing(facet))


def browsable(key: str, counts: Sequence[Count]) -> bool:
    """Whether a front-matter key sorts documents into heaps: dates, titles and numbers that each has for itself do not."""
    named = [count for count in counts if count.value != "(none)"]
    documents = sum(count.documents for count in named)
    if key in UNBROWSED or (key == "root" and len(named) < 2):
        return False
    if documents < FEW:
        return documents < SCARCELY_ANY or len(named) < documents
    return len(named) <= documents / 2


def _named(counts: Sequence[Count]) -> int:
    return sum(count.documents for count in counts if count.value != "(none)")


def _worth_showing(facet: Facet) -> bool:
    chosen = any(value.state != "off" for value in facet.values)
    named = [value for value in facet.values if value.value != "(none)"]
    return chosen or bool(named)


def _values(key: str, counts: Sequence[Count], asked: Asked) -> tuple[FacetValue, ...]:
    """Chosen values first, then by count; chosen ones that no document has any more stay, with 0."""
    if key == "folder":
        counts = without_chains(counts)
    known = {count.value for count in counts}
    lost = tuple(Count(choice.value, 0) for choice in asked.filters if choice.key == key and choice.value not in known)
    most = max((count.documents for count in counts), default=1) or 1
    values = [
        FacetValue(count.value, value_name(key, count.value), count.documents, count.documents / most, asked.state_of(key, count.value))
        for count in (*counts, *lost)
    ]
    return tuple(sorted(values, key=lambda value: (value.state == "off", value.value == "(none)", -value.documents, value.name)))


def without_chains(counts: Sequence[Count]) -> tuple[Count, ...]:
    """Folders without those that hold exactly what one of their subfolders holds: ``work/2021`` says all that ``work`` would."""
    best = {count.value: count.documents for count in counts}
    redundant: set[str] = set()
    for value, documents in best.items():
        parent = value.rpartition("/")[0]
        while parent:
            if best.get(parent) == documents:
                redundant.add(parent)
            parent = parent.rpartition("/")[0]
    return tuple(count for count in counts if count.value not in redundant)


def years(counts: Sequence[Count]) -> tuple[tuple[int, int], ...]:
    """(year, documents) in order, for values that are years."""
    return tuple(sorted((int(count.value), count.documents) for count in counts if count.value.isdigit() and len(count.value) <= 4))


def undated(counts: Sequence[Count]) -> int:
    """Documents without a year."""
    return sum(count.documents for count in counts if count.value == "(none)")
