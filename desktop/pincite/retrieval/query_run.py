"""Evaluates a query over one snapshot: first what holds, then what to rank and mark it by. Nothing is cut before it holds.

Words hold within a passage; titles, paths and values hold for all passages of their document. Where no passage holds the whole, but
documents do with several passages together, these are found, and a note says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.protocols import Snapshot
from pincite.domain.search import MAX_TERMS, Mask, Numbers, Term, TermReport
from pincite.retrieval.candidates import Words, find_words, rows_of
from pincite.retrieval.query_language import parse_query
from pincite.retrieval.query_tree import PATH_FIELDS, And, Between, Leaf, Near, Node, Not, Or, Phrase, Wild, is_facet, leaves, show
from pincite.retrieval.query_values import Selection
from pincite.retrieval.query_words import Slot, Vocabulary, is_everything
from pincite.retrieval.question import Question


@dataclass(frozen=True, slots=True)
class Held:
    """What a query holds for: `passages` int64[n], rising, whatever the filters are; `question` has its words, for ranking and marks."""

    question: Question
    passages: Numbers


def run_query(text: str, snapshot: Snapshot, token: CancelToken) -> Held:
    """Read and evaluate *text*. Raises `QuestionError` with the place, or `Cancelled`."""
    node = parse_query(text)
    evaluation = _Evaluation(snapshot, token)
    passages = evaluation.passages(node)
    return Held(evaluation.question(text, node), passages)


def words_of(held: Held, snapshot: Snapshot) -> Words:
    """What the words of a query score in exactly the passages that it holds for, also in those with none of them."""
    words = find_words(snapshot, held.question.terms)
    rows, known = rows_of(words, held.passages)
    if len(words.passages) == 0:
        none = np.zeros(len(held.passages), np.uint32)
        return replace(words, passages=held.passages, scores=none.astype(np.float32), held=none, exact=none)
    return replace(
        words, passages=held.passages, scores=words.scores[rows] * known, held=words.held[rows] * known, exact=words.exact[rows] * known
    )  # fmt: skip


class _Evaluation:
    """One query over one snapshot. Equal leaves are looked up once."""

    def __init__(self, snapshot: Snapshot, token: CancelToken) -> None:
        self._snapshot = snapshot
        self._token = token
        self._words = Vocabulary(snapshot)
        self._selection = Selection(snapshot)
        self._live = snapshot.document_mask(())
        self._document_of = snapshot.document_of
        self._known: dict[Node, Mask] = {}
        self._notes: list[str] = []

    def passages(self, node: Node) -> Numbers:
        """Rising passages that the query holds for, in documents that may be found."""
        found = self._combine(node, self._leaf) & self._live[self._document_of]
        if not found.any() and self._may_be_spread(node):
            documents = self._combine(node, lambda leaf: self._lifted(self._leaf(leaf)))
            asked = [leaf for leaf, wanted in leaves(node) if wanted and _is_text(leaf)]
            found = documents & np.logical_or.reduce([self._leaf(leaf) for leaf in asked]) & self._live[self._document_of]
            if found.any():
                self._notes.append("No passage holds all of this; these documents do, with several passages together.")
        return np.flatnonzero(found)

    def _combine(self, node: Node, leaf: Callable[[Node], Mask]) -> Mask:
        """bool[passages], by the masks that *leaf* gives."""
        self._token.check()
        match node:
            case And(parts):
                return np.logical_and.reduce([self._combine(part, leaf) for part in parts])
            case Or(parts):
                return np.logical_or.reduce([self._combine(part, leaf) for part in parts])
            case Not(part):
                return ~self._combine(part, leaf)
            case _:
                return leaf(node)

    def _leaf(self, node: Node) -> Mask:
        if node not in self._known:
            self._known[node] = self._looked_up(node)
        return self._known[node]

    def _looked_up(self, node: Node) -> Mask:
        if isinstance(node, Near):
            return self._words.near(node.parts, node.distance)
        if isinstance(node, Between):
            return self._selection.between(node)[self._document_of]
        assert not isinstance(node, (And, Or, Not))  # they are combined before
        if is_facet(node.field):
            return self._selection.facet(node)[self._document_of]
        return self._selection.path(node)[self._document_of] if node.field in PATH_FIELDS else self._words.holds(node)

    def _lifted(self, mask: Mask) -> Mask:
        """*mask* for whole documents: what one passage holds, all of them have."""
        documents = np.zeros(len(self._live), np.bool_)
        documents[self._document_of[mask]] = True
        return documents[self._document_of]

    @staticmethod
    def _may_be_spread(node: Node) -> bool:
        return sum(wanted and _is_text(leaf) for leaf, wanted in leaves(node)) > 1

    # ------------------------------------------------------------------ what to rank and mark by

    def question(self, text: str, node: Node) -> Question:
        """The words asked for as a question: to rank by, to mark and to report; `built` is the query with every operator written."""
        terms: dict[tuple[str, ...], Term] = {}
        phrases: list[tuple[Term, ...]] = []
        for leaf, slots in self._asked(node):
            if len(slots) > 1 and isinstance(leaf, Phrase):
                phrases.append(tuple(slot.term for slot in slots))
            for slot in slots:
                terms.setdefault(slot.term.keys, slot.term)
        searched = tuple(terms.values())[:MAX_TERMS]
        reports = [TermReport(term.text, used=term in searched, why="" if term in searched else f"beyond {MAX_TERMS} words") for term in terms.values()]
        return Question(
            text, searched, (*reports, *self._left_out(node)), tuple(phrases), built=show(node),
            notes=tuple(dict.fromkeys([*self._words.notes, *self._selection.notes, *self._notes, *self._unfound(node)])),
            parts=((),) * len(searched),
        )  # fmt: skip

    def _asked(self, node: Node) -> Iterator[tuple[Leaf, tuple[Slot, ...]]]:
        """The text leaves that are asked for, with their slots."""
        for leaf, wanted in leaves(node):
            if wanted and _is_text(leaf) and not isinstance(leaf, Between):
                yield leaf, self._words.slots(leaf)

    def _left_out(self, node: Node) -> Iterator[TermReport]:
        for leaf, wanted in leaves(node):
            if not wanted and _is_text(leaf):
                yield TermReport(show(leaf), used=False, why="left out")

    def _unfound(self, node: Node) -> Iterator[str]:
        """A sentence for each pattern or near spelling that no word of the library fits, and for each that is none."""
        for leaf, slots in self._asked(node):
            if isinstance(leaf, Phrase) and set(leaf.text) & {"*", "?"}:
                yield f"Inside quotes nothing is a wildcard: {show(leaf)} was searched as plain words."
            if not slots and not (isinstance(leaf, Wild) and is_everything(leaf.text)):
                yield f"No word of the library fits {show(leaf)}."


def _is_text(leaf: Leaf | Between) -> bool:
    return not isinstance(leaf, Between) and not is_facet(leaf.field) and leaf.field not in PATH_FIELDS
