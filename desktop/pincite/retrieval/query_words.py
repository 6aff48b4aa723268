"""The words of a query over one snapshot: which passages hold a word, phrase, pattern or near spelling, and in which field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pincite.analysis import Token, analyze, phrase_keys
from pincite.analysis.folding import normal
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mask, Numbers, Passage, Term
from pincite.retrieval.query_tree import TEXT_FIELDS, Fuzzy, Leaf, Phrase, Wild, Word
from pincite.retrieval.question import merged_tokens
from pincite.retrieval.vocabulary import edits

MAX_WORDS = 1_000
"""Near spellings that one word stands for at most."""
RANKED = 500
"""Words of a pattern that are ranked, marked and taken for nearness; a note says when it fits more."""
_JOINTS = re.compile(r"[-./'’‘@:&]+")


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand at one position: `term` by its keys, or exactly one of `words`, or what fits `pattern`.

    The term of a pattern has the keys of its most frequent words alone: to rank and mark by.
    """

    term: Term
    words: tuple[str, ...] | None = None
    pattern: str = ""

    def fits(self, token: Token) -> bool:
        """Whether a token of a text may stand here."""
        if self.pattern:
            return re.fullmatch(as_expression(self.pattern), token.exact) is not None
        return token.exact in self.words if self.words is not None else not set(token.keys).isdisjoint(self.term.keys)

    def holders(self, snapshot: Snapshot) -> Numbers:
        """Rising passages with such a word."""
        if self.pattern:
            return snapshot.with_pattern(self.pattern)
        return snapshot.match([self.term]).passages if self.words is None else snapshot.with_words(self.words)


class Vocabulary:
    """Turns the leaves of a query into slots and masks. Remembers both, and gathers notes about what was cut."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._slots: dict[Leaf, tuple[Slot, ...]] = {}
        self.notes: list[str] = []

    def slots(self, leaf: Leaf) -> tuple[Slot, ...]:
        """What stands at each position of *leaf*; none if no word of the library fits it, or every word does."""
        if leaf not in self._slots:
            self._slots[leaf] = tuple(self._read(leaf))
        return self._slots[leaf]

    def holds(self, leaf: Leaf) -> Mask:
        """bool[passages]: those with *leaf* in its field, or anywhere."""
        if isinstance(leaf, Wild) and is_everything(leaf.text):
            return np.ones(len(self._snapshot.document_of), np.bool_)
        slots = self.slots(leaf)
        if not slots:
            return self.mask(())
        field = TEXT_FIELDS.get(leaf.field, "")
        found = self._together(slots, leaf.slop if isinstance(leaf, Phrase) else 0)
        if isinstance(leaf, Word) and len(slots) > 1 and (whole := _whole(slots)) is not None:
            found |= self.mask(self._snapshot.match([whole]).passages)
        return self._in_field(found, slots, field, leaf) if field else found

    def mask(self, passages: Numbers | Sequence[int]) -> Mask:
        """bool[passages] with *passages* set."""
        marks = np.zeros(len(self._snapshot.document_of), np.bool_)
        marks[np.asarray(passages, np.int64)] = True
        return marks

    # ------------------------------------------------------------------ expansion

    def _read(self, leaf: Leaf) -> Iterable[Slot]:
        match leaf:
            case Wild(text):
                return self._wild(normal(text))
            case Fuzzy(text, limit):
                exact = normal(text)
                near = self._snapshot.similar_words(exact, MAX_WORDS)
                return self._any_of(text + "~", [word for word, _ in near if edits(exact, word) <= limit])
            case Word(text) | Phrase(text):
                tokens = merged_tokens(text, self._snapshot.languages)
                asked = [token for token in tokens if token.asked]
                if isinstance(leaf, Word) and len(asked) == 1:
                    return [Slot(Term(text[asked[0].start : asked[0].end], asked[0].exact, asked[0].asked))]
                return [Slot(Term(text[t.start : t.end], t.exact, phrase_keys(t))) for t in tokens]

    def _wild(self, pattern: str) -> Iterable[Slot]:
        if is_everything(pattern):
            return []
        found = self._fitting(pattern)
        if not found and pattern.endswith("?") and not set(word := pattern[:-1]) & {"*", "?"}:
            self.notes.append(f"No word is “{word}” and one more letter; the question mark was left out.")
            return self._read(Word(word))
        parts = [part for part in _JOINTS.split(pattern) if part]
        if found or len(parts) < 2:
            return self._any_of(pattern, found)
        slots = [slot for part in parts for slot in self._part(part)]
        return slots if len(slots) == len(parts) else []

    def _part(self, part: str) -> Iterable[Slot]:
        if not set(part) & {"*", "?"}:
            return [Slot(Term(part, t.exact, t.asked or t.keys)) for t in merged_tokens(part, self._snapshot.languages)[:1]]
        return self._any_of(part, self._fitting(part))

    def _fitting(self, pattern: str) -> list[str]:
        found = [word for word, _ in self._snapshot.vocabulary(pattern, RANKED + 1)]
        if len(found) > RANKED:
            self.notes.append(f"“{pattern}” fits more than {RANKED:,} words; all were searched, and the {RANKED:,} most frequent rank and stand near others.")
        return found[:RANKED]

    def _any_of(self, name: str, words: Sequence[str]) -> list[Slot]:
        """One position for all of *words*, or for all that fit *name* where it is a pattern."""
        keys = dict.fromkeys(key for word in words[:RANKED] for key in self._keys(word))
        return [Slot(Term(name, name, tuple(keys)), tuple(words), name if set(name) & {"*", "?"} else "")] if words else []

    def _keys(self, word: str) -> tuple[str, ...]:
        tokens = merged_tokens(word, self._snapshot.languages)
        return tokens[0].keys if tokens else ()

    # ------------------------------------------------------------------ where they stand

    def _together(self, slots: Sequence[Slot], slop: int) -> Mask:
        """Passages with the slots side by side."""
        if len(slots) == 1:
            return self.mask(slots[0].holders(self._snapshot))
        return self.mask(self._snapshot.phrase([slot.term for slot in slots], self._worded(slots), slop))

    def _worded(self, slots: Sequence[Slot]) -> Numbers | None:
        """Passages with a word for every pattern among *slots*; None if there is no pattern."""
        masks = [self.mask(slot.holders(self._snapshot)) for slot in slots if slot.words is not None]
        return np.flatnonzero(np.logical_and.reduce(masks)) if masks else None

    def _in_field(self, found: Mask, slots: Sequence[Slot], field: str, leaf: Leaf) -> Mask:
        """Those of *found* whose match is in the field. Postings tell for single words; where they can't, the short fields are read."""
        for slot in slots:
            found = found & self.mask(self._snapshot.in_field(slot.term, field))
        if field == "body" or (len(slots) == 1 and slots[0].words is None):
            return found
        slop = leaf.slop if isinstance(leaf, Phrase) else 0
        if field == "title":
            return found & self._titled(np.unique(self._snapshot.document_of[found]), slots, slop)
        numbers = np.flatnonzero(found)
        kept = [p.number for p in self._snapshot.passages(numbers.tolist()) if spans(_tokens(p, field), slots, slop)]
        return self.mask(kept)

    def _titled(self, documents: Numbers, slots: Sequence[Slot], slop: int) -> Mask:
        """bool[passages]: those of *documents* with the slots in their title."""
        entries, languages = self._snapshot.entries(), self._snapshot.languages
        titled = np.zeros(len(entries), np.bool_)
        titled[[n for n in documents.tolist() if spans(merged_tokens(entries[n].title, languages), slots, slop)]] = True
        return titled[self._snapshot.document_of]

    def near(self, parts: Sequence[Leaf], distance: int) -> Mask:
        """Passages where each part has at most *distance* words between it and the next, in either order."""
        slots = [self.slots(part) for part in parts]
        found = np.logical_and.reduce([self.holds(part) for part in parts])
        if not all(slots):
            return found & False
        for left, right in zip(slots, slots[1:], strict=False):
            within = np.flatnonzero(found)
            if len(left) == len(right) == 1:
                orders = [(left[0].term, right[0].term), (right[0].term, left[0].term)]
                found = np.logical_or.reduce([self.mask(self._snapshot.phrase(order, within, distance)) for order in orders])
            else:
                read = self._snapshot.passages(within.tolist())
                found = self.mask([p.number for p in read if any(close(t, left, right, distance) for t in all_tokens(p))])
        return found


def as_expression(pattern: str) -> str:
    """A regular expression for a whole text that fits *pattern*."""
    return "".join(".*" if sign == "*" else "." if sign == "?" else re.escape(sign) for sign in re.sub(r"\*+", "*", pattern))


def is_everything(pattern: str) -> bool:
    """Whether a pattern has no letter and fits any word at all: ``*``, ``?*``."""
    return set(pattern) <= {"*", "?"} and "*" in pattern and pattern.count("?") <= 1


def _whole(slots: Sequence[Slot]) -> Term | None:
    """The key that all parts of a compound share: the compound written as one word."""
    shared = set(slots[0].term.keys).intersection(*(slot.term.keys for slot in slots[1:]))
    return Term(slots[0].term.text, slots[0].term.exact, tuple(sorted(shared))) if shared else None


def _tokens(passage: Passage, field: str) -> list[Token]:
    text = passage.title if field == "title" else " > ".join(passage.location.heading_path) if field == "headings" else passage.text
    return analyze(text, passage.language)


def all_tokens(passage: Passage) -> list[list[Token]]:
    """The tokens of a passage, by field: nothing is near across fields."""
    return [_tokens(passage, field) for field in ("title", "headings", "body")]


def spans(tokens: Sequence[Token], slots: Sequence[Slot], slop: int = 0) -> list[tuple[int, int]]:
    """(first, last) position of every place where the slots stand in this order with at most *slop* words between neighbours."""
    found = [(i, i) for i, token in enumerate(tokens) if slots[0].fits(token)]
    for slot in slots[1:]:
        here = [i for i, token in enumerate(tokens) if slot.fits(token)]
        found = [(first, i) for first, last in found for i in here if last < i <= last + slop + 1]
    return found


def close(tokens: Sequence[Token], left: Sequence[Slot], right: Sequence[Slot], distance: int) -> bool:
    """Whether *left* and *right* stand in these tokens with at most *distance* words between them."""
    pairs = ((one, other) for one in spans(tokens, left) for other in spans(tokens, right))
    return any(0 <= max(one[0], other[0]) - min(one[1], other[1]) - 1 <= distance for one, other in pairs)
