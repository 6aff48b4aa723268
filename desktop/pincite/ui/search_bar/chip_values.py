"""The row of chips in words: which words were looked for, and which choices hold."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.search import Filter, SearchResult, TermReport
from pincite.domain.wording import counted
from pincite.ui.names import filter_name, key_name
from pincite.ui.text import shown

MOST_TERMS = 12
"""Terms shown as chips; the rest is one chip that says how many."""


@dataclass(frozen=True, slots=True)
class TermChip:
    """A word of the question; struck through if it was not searched. `count` is its document frequency in words."""

    text: str
    count: str = ""
    struck: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FilterChip:
    """A choice, or several values of one key that read as one; removing it drops all of `filters`."""

    text: str
    filters: tuple[Filter, ...]
    exclude: bool = False


@dataclass(frozen=True, slots=True)
class ChipRow:
    """Everything the row shows."""

    terms: tuple[TermChip, ...] = ()
    filters: tuple[FilterChip, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the row need not be there."""
        return not self.terms and not self.filters


def chip_row(result: SearchResult, filters: tuple[Filter, ...]) -> ChipRow:
    """The chips for an answer under these filters."""
    used = [_term_chip(term) for term in result.terms if term.used]
    if len(used) > MOST_TERMS:
        hidden = ", ".join(chip.text for chip in used[MOST_TERMS:])
        used = [*used[:MOST_TERMS], TermChip(f"+{len(used) - MOST_TERMS} words", tip=hidden)]
    unused = [term for term in result.terms if not term.used]
    return ChipRow((*used, *_struck(unused)), _filter_chips(filters))


def _term_chip(term: TermReport) -> TermChip:
    tip = f"in {counted(term.documents, 'document')}" if term.documents else "in no document"
    return TermChip(shown(term.text), f"{term.documents:,}", tip=tip)


def _struck(unused: list[TermReport]) -> tuple[TermChip, ...]:
    if not unused:
        return ()
    reasons = "; ".join(f"{shown(term.text)}: {term.why or 'not searched'}" for term in unused)
    return (TermChip(" ".join(shown(term.text) for term in unused), struck=True, tip=reasons),)


def _filter_chips(filters: tuple[Filter, ...]) -> tuple[FilterChip, ...]:
    years = tuple(chosen for chosen in filters if chosen.key == "year" and not chosen.exclude and chosen.value.isdigit())
    chips = [FilterChip(filter_name(chosen), (chosen,), chosen.exclude) for chosen in filters if len(years) < 2 or chosen not in years]
    if len(years) >= 2:
        numbers = sorted(int(chosen.value) for chosen in years)
        chips.append(FilterChip(f"{key_name('year').lower()}: {numbers[0]}–{numbers[-1]}", years))
    return tuple(chips)
