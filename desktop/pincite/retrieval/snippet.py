"""What of a passage to show: one or two sentences around the densest match, and exactly which characters matched."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from pincite.analysis import Reading, piece_matches, reader
from pincite.domain.search import Snippet, Term
from pincite.retrieval.question import Question

MAX_CHARACTERS = 280
"""About three lines on a result card."""
_END = re.compile(r"[.!?…。！？｡\n;:](?:(?<=[。！？｡\n])|(?<=[.!?…])[\"'”’»)\]]*\s+(?=\S)|(?<=[;:])\s{2,})")
"""Where a sentence or line ends. It begins with one set of characters, so that a search leaps from one of them to the next."""
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _Mark:
    start: int
    end: int
    term: int


class Marker:
    """Finds the words of one question in texts. It remembers what each word was, so that the second text costs a tenth of the first."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._wanted: dict[str, dict[str, int]] = {}
        self._memory: dict[str, dict[str, tuple[_Mark, ...]]] = {}

    def marks(self, text: str, language: str = "") -> tuple[tuple[int, int], ...]:
        """Character ranges of *text* that hold a word of the question in any inflection; they rise and do not touch."""
        return _merged([(mark.start, mark.end) for mark in self._find(text, language)])

    def snippet(self, text: str, language: str = "", max_characters: int = MAX_CHARACTERS) -> Snippet:
        """The stretch of *text* that holds most of the question, cut at sentences or lines; its head where nothing matches.

        The snippet is a substring of *text* from `start` on; `highlights` count from its own beginning.
        """
        found = self._find(text, language)
        start, end = _best_window(text, found, max_characters)
        inside = [(m.start - start, m.end - start) for m in found if start <= m.start and m.end <= end]
        return Snippet(text[start:end], _merged(inside), start)

    def _find(self, text: str, language: str) -> list[_Mark]:
        known = self._memory.setdefault(language, {})
        wanted = self._wanted.get(language)
        if wanted is None:
            wanted = self._wanted[language] = _wanted(self._question, language)
        readings = reader(language)
        found: list[_Mark] = []
        for match in piece_matches(text):
            piece = match[0]
            marks = known.get(piece)
            if marks is None:
                found_in = readings(piece)
                marks = known[piece] = tuple(_marks_in(found_in, wanted)) if holds(found_in, wanted) else ()
            if marks:
                at = match.start()
                found += [_Mark(at + mark.start, at + mark.end, mark.term) for mark in marks]
        return found


def _wanted(question: Question, language: str) -> dict[str, int]:
    """Index terms to mark in a text of *language*, with the number of the question's word they stand for."""
    terms: list[Sequence[Term]] = [(term,) for term in question.terms]
    terms += question.phrases
    terms += question.parts
    return {key: number for number, group in reversed(list(enumerate(terms))) for term in group for key in term.keys_in(language)}


def holds(piece: Sequence[Reading], wanted: Container[str]) -> bool:
    """Whether a piece of text holds a *wanted* index term. Hardly any does, so this is asked before where it stands."""
    for reading in piece:  # a generator would take three times as long
        for key in reading.keys:
            if key in wanted:
                return True
    return False


def _marks_in(piece: Sequence[Reading], wanted: dict[str, int]) -> Iterator[_Mark]:
    for i, reading in enumerate(piece):
        key = next((key for key in reading.keys if key in wanted), None)
        if key is not None:
            yield _Mark(reading.start, _end(piece, i, key), wanted[key])


def _end(piece: Sequence[Reading], i: int, key: str) -> int:
    """Where the mark ends: a pair of characters of which only the first was asked for ends before the second."""
    at = piece[i]
    first_alone = len(at.keys) == 2 and key == at.keys[1] and at.asked == at.keys[:1] and at.exact == at.keys[0]
    if first_alone and i + 1 < len(piece) and at.start < piece[i + 1].start < at.end:
        return piece[i + 1].start
    return at.end


def _merged(ranges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _sentences(text: str) -> list[tuple[int, int]]:
    """Bounds of sentences and lines, without the white space between them."""
    cuts = [0, *(m.end() for m in _END.finditer(text)), len(text)]
    bounds: list[tuple[int, int]] = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        part = text[start:end]
        if part.strip():
            bounds.append((start + len(part) - len(part.lstrip()), start + len(part.rstrip())))
    return bounds


def _best_window(text: str, found: Sequence[_Mark], size: int) -> tuple[int, int]:
    """The run of whole sentences, at most *size* characters, with most distinct words, then most marks, then the first.

    It goes on for as long as whole sentences fit: a heading alone answers nothing.
    """
    sentences = _sentences(text)
    if not sentences:
        return (0, 0)
    best, best_score = sentences[0], (-1, -1)
    for i, (start, first_end) in enumerate(sentences):
        end = first_end
        for following_start, following_end in sentences[i + 1 : i + 3]:
            if following_end - start > size or following_start - end > 200:
                break
            end = following_end
        for candidate in dict.fromkeys((first_end, end)):
            inside = [m for m in found if start <= m.start and m.end <= candidate]
            score = (len({m.term for m in inside}), len(inside))
            if score > best_score:
                best, best_score = (start, candidate), score
    return _shortened(text, _continued(best, sentences, size), found, size)


def _continued(window: tuple[int, int], sentences: Sequence[tuple[int, int]], size: int) -> tuple[int, int]:
    """*window* with the sentences after it that still fit in *size* characters."""
    start, end = window
    for following_start, following_end in sentences:
        if following_start < end:
            continue
        if following_end - start > size:
            break
        end = following_end
    return start, end


def _shortened(text: str, window: tuple[int, int], found: Sequence[_Mark], size: int) -> tuple[int, int]:
    """The window, or where it is one long sentence, *size* characters of it around most of its marks, cut between words."""
    start, end = window
    if end - start <= size:
        return window
    inside = [m for m in found if start <= m.start and m.end <= end]
    if not inside:
        return start, _word_end(text, start + size, end)
    best = max(inside, key=lambda m: (len({o.term for o in inside if m.start <= o.start and o.end <= m.start + size * 3 // 4}), -m.start))
    begin = max(start, best.start - size // 4)
    begin = begin if begin == start else _word_start(text, begin, best.start)
    return begin, max(best.end, _word_end(text, min(begin + size, end), end))


def _word_start(text: str, at: int, limit: int) -> int:
    gap = _SPACE.search(text, at, limit)
    return gap.end() if gap else at


def _word_end(text: str, at: int, limit: int) -> int:
    if at >= limit:
        return limit
    gap = max(text.rfind(" ", at - 60, at), text.rfind("\n", at - 60, at))
    return gap if gap > 0 else at
