"""Decides what is asked, and in which order an answer is shown: cards first, then the words around them, each in its own turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pincite.domain.errors import QuestionError
from pincite.domain.search import Mode, Order, Query, SearchResult
from pincite.ui.asked import Asked
from pincite.ui.results.answer import Answer
from pincite.ui.results.card import ResultCard, card_for
from pincite.ui.results.model import ResultsModel
from pincite.ui.search_bar.chip_values import ChipRow, chip_row
from pincite.ui.turns import Turns

TYPING_PAUSE_MS = 120
"""Silence after a key before the question is sent."""
HISTORY = 100
"""Questions that Alt+Left can return to."""
SCREENFUL = 8
"""Cards of a new question that are laid out in the first turn."""


@dataclass(frozen=True, slots=True)
class Told:
    """A message under the search field; `position` is the character at fault, -1 if none is."""

    text: str
    position: int = -1


class SearchPresenter(QObject):
    """Holds what is asked. Views connect to its signals; its slots are their wishes and the worker's answers."""

    asked = Signal(object)
    """A `Query` to be answered."""
    asked_changed = Signal(object)
    """The new `Asked`."""
    chips_changed = Signal(object)
    counts_changed = Signal(object)
    emptiness_changed = Signal(object)
    facets_changed = Signal(object)
    told = Signal(object)
    answered = Signal(object)
    """The `SearchResult` that is now shown."""
    busy_changed = Signal(bool)

    def __init__(self, model: ResultsModel, home: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.state = Asked()
        self.explaining = False
        self.updating = False
        self.can_judge = False
        self.result: SearchResult | None = None
        self.turns = Turns(self)
        self._home = home
        self._history: list[Asked] = []
        self._at = -1
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self.ask_now)

    # ------------------------------------------------------------------------------ wishes

    @Slot(str)
    def type_text(self, text: str) -> None:
        """The field's text changed; ask when the typing pauses."""
        if text != self.state.text:
            self._set(self.state.with_text(text))
            self._pause.start()

    @Slot()
    def ask_now(self) -> None:
        """Send the question as it stands."""
        self._send(self.query())

    @Slot()
    def submit(self) -> None:
        """Send the finished question: the language model that the user has set, if any, judges the answers, which takes seconds."""
        self._send(replace(self.query(), judged=self.can_judge))

    def _send(self, query: Query) -> None:
        self._pause.stop()
        if not self.state.empty:
            self.busy_changed.emit(True)
            self.asked.emit(query)

    def query(self) -> Query:
        """The question as it stands."""
        return self.state.query(explain=self.explaining)

    def set_mode(self, mode: Mode) -> None:
        """Read the text as a question or as a query."""
        self._change(self.state.with_mode(mode))

    def set_order(self, order: Order | None) -> None:
        """Sort by an attribute; None is by relevance."""
        self._change(self.state.with_order(order))

    def set_explaining(self, on: bool) -> None:
        """Ask with or without the account of what was left out."""
        if on != self.explaining:
            self.explaining = on
            if on:
                self.ask_now()

    def toggle(self, key: str, value: str, exclude: bool = False) -> None:
        """Choose or exclude a facet value, or take that back."""
        self._change(self.state.toggled(key, value, exclude=exclude))

    def choose_values(self, key: str, values: tuple[str, ...]) -> None:
        """Choose exactly these values of one facet."""
        self._change(self.state.with_values(key, values))

    def drop_filters(self, dropped: tuple[object, ...]) -> None:
        """Take filters back."""
        self._change(self.state.without(tuple(chosen for chosen in self.state.filters if chosen in dropped)))

    def drop_last_filter(self) -> None:
        """Take the newest chip back."""
        if self.state.filters:
            self._change(self.state.without(self.state.filters[-1:]))

    def keep_phrase(self) -> None:
        """Ask again so that the quoted words must stand as they are: the same text as a query."""
        self._change(self.state.with_mode(Mode.QUERY))

    def show_more(self) -> None:
        """Ask for one page more."""
        self._change(self.state.with_more())

    def ask(self, text: str) -> None:
        """Ask *text* at once."""
        self._set(self.state.with_text(text))
        self.ask_now()

    def restore(self, asked: Asked) -> None:
        """Ask what was asked before, with its choices."""
        self._set(asked)
        self.ask_now()

    def clear(self) -> None:
        """Nothing is asked: back to the atlas."""
        self._pause.stop()
        self._set(Asked(mode=self.state.mode))

    def start_anew(self) -> None:
        """Another library is asked from now on: nothing of what was asked and found stays."""
        self._history, self._at, self.result = [], -1, None
        self._set(Asked())
        self.model.set_cards(())

    # ------------------------------------------------------------------------------ history

    def remember(self) -> None:
        """Keep what is asked for Alt+Left."""
        if self.state.empty or (self._history and self._history[self._at] == self.state):
            return
        self._history = [*self._history[: self._at + 1], self.state][-HISTORY:]
        self._at = len(self._history) - 1

    def go_back(self) -> None:
        """The question before this one."""
        self._go(-1)

    def go_forward(self) -> None:
        """The question after this one."""
        self._go(1)

    def history(self) -> tuple[str, ...]:
        """Texts asked before, the newest first, each once."""
        return tuple(dict.fromkeys(asked.text for asked in reversed(self._history) if asked.text.strip()))

    def _go(self, step: int) -> None:
        if 0 <= self._at + step < len(self._history):
            self._at += step
            self._set(self._history[self._at])
            self.ask_now()

    # ------------------------------------------------------------------------------ answers

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """The newest question is answered."""
        self.busy_changed.emit(False)
        if self.state.empty:
            return  # the field was emptied while the answer was under way
        before, self.result = self.result, answer.result
        anew = before is None or before.query.text != answer.result.query.text
        self._show_cards(answer, SCREENFUL if anew else None)
        self.told.emit(Told(answer.remark))
        self.emptiness_changed.emit(answer.emptiness)
        self.answered.emit(answer.result)
        self.turns.put("cards", lambda: self._show_cards(answer))
        self.turns.put("words", lambda: self._show_words(answer))
        self.turns.put("facets", lambda: self.facets_changed.emit(answer.result.facets))

    def _show_cards(self, answer: Answer, at_first: int | None = None) -> None:
        whole = at_first is None or len(answer.cards) <= at_first
        self.updating = True  # a selection that moves now was moved by the list, not by the user
        self.model.set_cards(answer.cards[:at_first], answer.related if whole else (), answer.unshown if whole else 0)
        self.updating = False

    def _show_words(self, answer: Answer) -> None:
        self.chips_changed.emit(chip_row(answer.result, self.state.filters))
        self.counts_changed.emit(answer.counts)

    @Slot(object)
    def show_refusal(self, error: QuestionError) -> None:
        """The newest question cannot be run; what was shown stays."""
        self.busy_changed.emit(False)
        self.told.emit(Told(str(error), -1 if error.position is None else error.position))

    @Slot(str)
    def show_failure(self, sentence: str) -> None:
        """The newest question could not be answered; what was shown stays."""
        self.busy_changed.emit(False)
        self.told.emit(Told(sentence))

    def passages_of(self, card: ResultCard) -> list[ResultCard]:
        """Cards of the other passages of this card's document that matched."""
        now = datetime.now().astimezone()
        return [card_for(hit, self._home, now=now) for hit in card.hit.more]

    def _change(self, asked: Asked) -> None:
        if asked != self.state:
            self._set(asked)
            self.ask_now()

    def _set(self, asked: Asked) -> None:
        self.state = asked
        self.asked_changed.emit(asked)
        if asked.empty:
            self._pause.stop()
            self.turns.drop()
            self.busy_changed.emit(False)
            self.chips_changed.emit(ChipRow())
        elif self.result is not None:
            self.chips_changed.emit(chip_row(self.result, asked.filters))
