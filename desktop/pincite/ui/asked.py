"""What is asked at this moment, as a frozen value, and how the user's moves change it. No Qt, no widget."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pincite.domain.search import Filter, Mode, Order, Query

PAGE = 20
"""Documents asked for at once, which the window lays out well within 50 ms; "show more" asks for as many again."""

MORE_PASSAGES = 4
"""Further passages that an opened card can show at once."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its choices. `limit` counts documents."""

    text: str = ""
    mode: Mode = Mode.QUESTION
    filters: tuple[Filter, ...] = ()
    order: Order | None = None
    limit: int = PAGE
    best_only: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to answer, so that the atlas is shown."""
        return not self.text.strip() and not self.filters

    def query(self, *, explain: bool = False) -> Query:
        """The question as the engine takes it."""
        return Query(
            self.text.strip(),
            mode=self.mode,
            filters=self.filters,
            order=self.order,
            limit=self.limit,
            best_only=self.best_only,
            explain=explain,
            more=MORE_PASSAGES,
        )

    def with_text(self, text: str) -> Asked:
        """Another text; the page starts anew."""
        return replace(self, text=text, limit=PAGE)

    def with_mode(self, mode: Mode) -> Asked:
        """The same text, read otherwise."""
        return replace(self, mode=mode, limit=PAGE)

    def with_order(self, order: Order | None) -> Asked:
        """Sorted otherwise."""
        return replace(self, order=order, limit=PAGE)

    def with_more(self) -> Asked:
        """One page more."""
        return replace(self, limit=self.limit + PAGE)

    def toggled(self, key: str, value: str, *, exclude: bool = False) -> Asked:
        """The value in (or out, if *exclude*) if it was not so, else off: the three states of a facet value."""
        wanted = Filter(key, value, exclude)
        rest = tuple(chosen for chosen in self.filters if (chosen.key, chosen.value) != (key, value))
        return replace(self, filters=rest if wanted in self.filters else (*rest, wanted), limit=PAGE)

    def with_values(self, key: str, values: tuple[str, ...]) -> Asked:
        """Exactly these values of *key* are in: a range chosen in a histogram."""
        rest = tuple(chosen for chosen in self.filters if chosen.key != key)
        return replace(self, filters=(*rest, *(Filter(key, value) for value in values)), limit=PAGE)

    def without(self, dropped: tuple[Filter, ...]) -> Asked:
        """These filters off."""
        return replace(self, filters=tuple(chosen for chosen in self.filters if chosen not in dropped), limit=PAGE)

    def state_of(self, key: str, value: str) -> str:
        """"in", "out" or "off"."""
        if Filter(key, value) in self.filters:
            return "in"
        return "out" if Filter(key, value, exclude=True) in self.filters else "off"
