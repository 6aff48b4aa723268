"""Subtitles (SRT, WebVTT, SBV, ASS): what is said, as flowing text, each passage with the time and line of its first cue."""

from __future__ import annotations

import html
import itertools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.domain.documents import Document, LineMap, Location, Reason, Section
from pincite.domain.errors import UnreadableError
from pincite.extraction.markup.own_text import cut_notice, decoded
from pincite.extraction.source_file import Options, SourceFile

TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
CUE = re.compile(rf"\s*{TIME}\s*(?:-->|,)\s*{TIME}")
DIALOGUE = re.compile(r"Dialogue:\s*[^,]*,\s*(\d+):(\d{2}):(\d{2})[.:](\d{2,3}),[^,]*,[^,]*,([^,]*),(?:[^,]*,){4}(.*)")
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
TAG = re.compile(r"<[^<>]*>|\{\\?[^{}]*\}")

ENOUGH_WORDS = 40
"""Words after which a stretch ends with the next sentence."""

MOST_WORDS = 80
"""Words after which it ends with the next cue, whatever stands there."""

PAUSE_MS = 8_000
SENTENCE_END = (".", "!", "?", "…", "。", "！", "？", "؟", '."', '?"', '!"', ".”")


@dataclass(frozen=True, slots=True)
class Cue:
    """What is said from `time_ms` on; each line with the file's line it stands on."""

    time_ms: int
    lines: tuple[tuple[int, str], ...]


def read_subtitles(file: SourceFile, options: Options) -> Sequence[Document]:
    """Any of the formats, told apart by their cues. Raises `UnreadableError` if there is no cue with text."""
    text, encoding, notices = decoded(file)
    rows = text.split("\n")
    cues = [cue for cue in (dialogues(rows) if file.extension in {"ass", "ssa"} else timed(rows)) if cue.lines]
    if not cues:
        raise UnreadableError(Reason.NO_TEXT if text.strip() else Reason.EMPTY, "it has no cue with text")
    joined, sections, lines = flowing(cues)
    cut = len(joined) > options.max_text
    if cut:
        joined, sections, lines = shortened(options.max_text, joined, sections, lines)
    return [
        Document(
            type=file.extension, text=joined, sections=sections, title=heading(rows) or file.stem, language=language(rows), encoding=encoding, lines=lines,
            notices=(*notices, cut_notice(len(joined))) if cut else notices, cut=cut,
        ),
    ]  # fmt: skip


def heading(rows: Sequence[str]) -> str:
    """The title behind ``WEBVTT`` or in an ASS header."""
    for row in rows[:20]:
        match = re.match(r"\ufeff?WEBVTT[ \t]+(?:-\s*)?(\S.*)|Title:\s*(\S.*)", row)
        if match:
            return (match[1] or match[2]).strip()
    return ""


def language(rows: Sequence[str]) -> str:
    """The language that the header of a WebVTT file names; "" if none."""
    head = itertools.takewhile(str.strip, rows[:20]) if rows and "WEBVTT" in rows[0] else ()
    return next((match[1].lower() for row in head if (match := re.match(r"Language:\s*([A-Za-z]{2,3})\b", row))), "")


def timed(rows: Sequence[str]) -> Iterator[Cue]:
    """Cues of SRT, WebVTT and SBV: a line of times, then text up to a blank line or the next cue."""
    time_ms = -1
    lines: list[tuple[int, str]] = []
    for line, row in enumerate([*rows, ""], 1):
        match = CUE.match(row)
        if match:
            if lines and lines[-1][1].isdigit() and lines[-1][0] == line - 1:
                lines.pop()  # the number of this cue, with no blank line before it
            yield from ended(time_ms, lines)
            time_ms, lines = milliseconds(match), []
        elif not row.strip():
            yield from ended(time_ms, lines)
            time_ms, lines = (time_ms, []) if not lines and time_ms >= 0 else (-1, [])
        elif time_ms >= 0 and (said := spoken(row)):
            lines.append((line, said))


def ended(time_ms: int, lines: Sequence[tuple[int, str]]) -> Iterator[Cue]:
    """The cue that ends here, if one was open."""
    if time_ms >= 0 and lines:
        yield Cue(time_ms, tuple(lines))


def dialogues(rows: Sequence[str]) -> Iterator[Cue]:
    """Cues of ASS and SSA, one a line."""
    for line, row in enumerate(rows, 1):
        match = DIALOGUE.match(row)
        if match:
            time_ms = ((int(match[1]) * 60 + int(match[2])) * 60 + int(match[3])) * 1000 + int(match[4].ljust(3, "0"))
            said = spoken(re.sub(r"\\[Nnh]", " ", match[6]))
            yield Cue(time_ms, ((line, f"{match[5].strip()}: {said}" if match[5].strip() else said),) if said else ())


def milliseconds(match: re.Match[str]) -> int:
    """The start time of a cue."""
    hours, minutes, seconds, fraction = (match[group] or "0" for group in range(1, 5))
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def spoken(row: str) -> str:
    """A cue's line without tags and positions; a voice becomes ``Name: ``."""
    text = TAG.sub("", VOICE.sub(lambda match: f"{match[1].strip()}: ", row))
    return unicodedata.normalize("NFC", " ".join(html.unescape(text).split()))


class Flow:
    """Joins cues by spaces to stretches, and stretches by line ends. A line that repeats the one before is left out."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self._parts: list[str] = []
        self._places: list[tuple[int, int]] = []
        self._length = self._start = self._words = self._begin_ms = self._last_ms = 0
        self._previous = ""

    def add(self, cue: Cue) -> None:
        """Append the cue; a stretch ends before it if it is long enough, or after a pause."""
        pause = cue.time_ms - self._last_ms > PAUSE_MS and self._words > ENOUGH_WORDS // 2
        if self._words and (pause or over(self._previous, self._words)):
            self.end()
        self._last_ms = cue.time_ms
        for line, said in cue.lines:
            if said != self._previous:
                self._say(said, line, cue.time_ms)

    def end(self) -> None:
        """The stretch is complete."""
        if self._words:
            self.sections.append(Section(self._start, self._length, Location(time_ms=self._begin_ms)))
            self._words = 0

    def _say(self, said: str, line: int, time_ms: int) -> None:
        if self._length:
            self._parts.append(" " if self._words else "\n")
            self._length += 1
        if not self._words:
            self._begin_ms, self._start = time_ms, self._length
        self._places.append((self._length, line))
        self._parts.append(said)
        self._length += len(said)
        self._words += max(1, len(said.split()), len(said) // 10)
        self._previous = said

    @property
    def text(self) -> str:
        """All that is said."""
        return "".join(self._parts)

    @property
    def lines(self) -> LineMap:
        """The file's line of each stretch of the text."""
        return LineMap(tuple(at for at, _ in self._places), tuple(line for _, line in self._places))


def flowing(cues: Sequence[Cue]) -> tuple[str, tuple[Section, ...], LineMap]:
    """(text, sections, lines) of all cues."""
    flow = Flow()
    for cue in cues:
        flow.add(cue)
    flow.end()
    return flow.text, tuple(flow.sections), flow.lines


def shortened(limit: int, text: str, sections: Sequence[Section], lines: LineMap) -> tuple[str, tuple[Section, ...], LineMap]:
    """The first *limit* characters of what `flowing` gave."""
    kept = tuple(replace(section, end=min(section.end, limit)) for section in sections if section.start < limit)
    count = bisect_left(lines.offsets, limit)
    return text[:limit], kept, LineMap(lines.offsets[:count], lines.lines[:count])


def over(last: str, words: int) -> bool:
    """Whether a stretch that ends with *last* is long enough."""
    return words >= MOST_WORDS or (words >= ENOUGH_WORDS and last.endswith(SENTENCE_END))
