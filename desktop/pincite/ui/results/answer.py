"""A result as the window shows it: everything decided before the window sees it. Made in the search process; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pincite.domain.search import Hit, SearchResult
from pincite.domain.wording import only_by_meaning
from pincite.ui.results.card import ResultCard, card_for
from pincite.ui.results.counts import Counts, Emptiness, counts_of, emptiness_of
from pincite.ui.results.marking import TitleMarker


@dataclass(frozen=True, slots=True)
class Answer:
    """The cards of a result, those of documents that are set apart as related, and the words around the list."""

    result: SearchResult
    cards: tuple[ResultCard, ...]
    related: tuple[ResultCard, ...]
    counts: Counts
    emptiness: Emptiness

    @property
    def remark(self) -> str:
        """What is to be said above a list in which nothing was found, only something related; else ""."""
        if self.cards or not self.related:
            return ""
        if only_by_meaning(self.result.related):
            return "No passage answers this in its words. What follows is only related by meaning."
        return "Nothing here seems to answer this. What follows shares words with it."

    @property
    def unshown(self) -> int:
        """How many documents can still be asked for: those that match and stand nowhere yet, neither as a copy nor set apart."""
        shown = sum(1 + len(hit.copies) for hit in self.result.hits) + sum("words" in hit.found_by for hit in self.result.related)
        return max(0, self.result.total_documents - shown)


def answer_of(result: SearchResult, home: str = "", now: datetime | None = None) -> Answer:
    """What is shown of *result*; *home* is the user's folder, *now* the moment that dates are told from."""
    now, marker = now or datetime.now().astimezone(), TitleMarker(result.terms)

    def cards_of(hits: tuple[Hit, ...]) -> tuple[ResultCard, ...]:
        return tuple(card_for(hit, home, now=now, marker=marker) for hit in hits)

    cards = cards_of(result.hits)
    return Answer(result, cards, cards_of(result.related), counts_of(result), Emptiness() if cards or result.related else emptiness_of(result))
