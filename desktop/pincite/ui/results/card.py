"""A result as it is shown: every word of a card decided here, once, so that painting only paints."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pincite.domain.readable import MARKDOWN, readable
from pincite.domain.search import Hit, Passage
from pincite.domain.wording import counted
from pincite.ui.results.citation import PAGED, citation, headings_below_title, when, when_exactly
from pincite.ui.text import Ranges, middle_elided, shown

Marker = Callable[[str, str], Ranges]
"""Finds the question's words in a title of a language."""

_BREAK = "\u2029"
"""Stands for the end of a heading."""
_HEADING = re.compile(r"(?m)^([ \t]*#{1,6}[ \t]+[^\n]*)\n")
_ORNAMENT = re.compile(r"(?m)^[ \t]*([=~*#+_.\-\u2500-\u257f])\1{3,}[ \t]*$")
"""A line that only underlines the one above, as plain text has them."""
_TABLE_LINE = re.compile(r"(?m)^[ \t]*\|.*$")
_TABLE_RULE = re.compile(r"[ \t|:-]+")
_CELL_EDGE = re.compile(r"(?<!\\)\|(?=.*\S)")
"""A stroke with something behind it: within a row, not at its end."""
_ENDS = frozenset(".!?…:;。！？｡\n\"'”’»)")
"""Characters after which a sentence or line is over."""

STATES = {
    "changed": "changed since it was indexed — updating",
    "missing": "file missing",
    "unavailable": "drive not connected",
}
"""What a hit's state says on its card."""

SEPARATOR = " › "
"""Between the steps of a breadcrumb."""
LEAST_TOLD = 0.05
"""The judge's probability below which a card is silent about it: "judged 0.00" helps nobody."""
SPECIFICITY = {3: "direct", 2: "specific", 1: "general", 0: "off the point"}
"""The judge's four grades in words."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A small label: its words, and "words", "meaning" or "state" for its colour."""

    text: str
    role: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    """Display values of one hit. Ranges count Python characters. `hit` is what an action acts upon; cards that look alike are equal.

    `crumbs` are the steps of the breadcrumb: words, and the folder's value in its facet, "" for what is no folder.
    """

    id: str
    type: str
    title: str
    title_marks: Ranges
    citation: str
    crumbs: tuple[tuple[str, str], ...]
    folders: tuple[tuple[str, str], ...]
    when: str
    when_exactly: str
    snippet: str
    marks: Ranges
    underlined: Ranges
    badges: tuple[Badge, ...]
    copies: str
    facts: str
    state: str
    more: int
    spoken: str
    hit: Hit = field(compare=False)

    @property
    def trail(self) -> str:
        """The breadcrumb as one line."""
        return SEPARATOR.join(words for words, _ in self.crumbs)


def card_for(hit: Hit, home: str = "", *, now: datetime | None = None, marker: Marker | None = None) -> ResultCard:
    """The card of *hit*; *home* is the user's folder, written "~" in paths."""
    passage = hit.passage
    title = shown(passage.title or passage.relative.rsplit("/", 1)[-1])
    place = citation(passage, hit.line, hit.line_end)
    by_meaning = hit.found_by == ("meaning",)
    snippet, marks = _snippet(hit)
    state, facts = _state(passage, hit.state), _facts(hit)
    badges = _badges(hit, by_meaning=by_meaning)
    copies = f"+{counted(len(hit.copies), 'copy', 'copies')}" if hit.copies else ""
    return ResultCard(
        id=passage.id,
        type=_badge_name(passage.type),
        title=title,
        title_marks=marker(title, passage.language) if marker else (),
        citation=place,
        crumbs=_crumbs(passage),
        folders=folder_steps(passage),
        when=when(passage, now or datetime.now().astimezone()),
        when_exactly=f"{when_exactly(passage)}\n{_homely(passage.path, home)}".strip(),
        snippet=snippet,
        marks=() if by_meaning else marks,
        underlined=marks if by_meaning else (),
        badges=badges,
        copies=copies,
        facts=facts,
        state=state,
        more=max(len(hit.more), hit.matched - 1),
        spoken=_spoken((title, place, snippet, ", ".join(badge.text for badge in badges), copies, facts, state)),
        hit=hit,
    )


def _badge_name(kind: str) -> str:
    """A type in a badge: the extension in capitals."""
    return shown(kind).upper()[:8] or "FILE"


def _snippet(hit: Hit) -> tuple[str, Ranges]:
    """The snippet as it reads, on one line, "…" where the sentence goes on, with its marks moved along."""
    snippet, whole = hit.snippet, hit.passage.text
    text, marks = snippet.text, tuple((s, e) for s, e in snippet.highlights if 0 <= s < e <= len(snippet.text))
    if hit.passage.type in MARKDOWN:
        text = _TABLE_LINE.sub(lambda line: _table_row(line[0]), text)
        text, marks = readable(_HEADING.sub(rf"\1{_BREAK}", text), marks)
    for heading in hit.passage.location.heading_path[-1:]:
        text = re.sub(rf"(?m)^({re.escape(heading)})\n", rf"\1{_BREAK}", text)
    text, marks = one_line(_ORNAMENT.sub(lambda line: " " * len(line[0]), text), marks)
    before, after = whole[: snippet.start].rstrip(" "), whole[snippet.start + len(snippet.text) :]
    head = "… " if before and before[-1] not in _ENDS else ""
    tail = " …" if after.strip() and text and text[-1] not in _ENDS else ""
    return head + text + tail, tuple((s + len(head), e + len(head)) for s, e in marks)


def _table_row(line: str) -> str:
    """A row of a Markdown table with dots between its cells, and a stroke at its end only; the line under a head blank. As long as before."""
    if _TABLE_RULE.fullmatch(line):
        return " " * len(line)
    return _CELL_EDGE.sub("·", line.replace("|", " ", 1))


def one_line(text: str, marks: Ranges) -> tuple[str, Ranges]:
    """*text* with every run of white space made one space and a dot after each heading, and *marks* moved along."""
    kept: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    for character in text:
        if character == _BREAK and kept:
            kept += " ·"
        begins.append(len(kept))
        letter = " " if character.isspace() else shown(character)
        if letter != " " or (kept and kept[-1] != " "):
            kept.append(letter)
        ends.append(len(kept))
    line = "".join(kept)
    end = len(line.rstrip(" ·"))
    moved = ((begins[s], min(ends[e - 1], end)) for s, e in marks if s < e)
    return line[:end], tuple((s, e) for s, e in moved if s < e)


def _crumbs(passage: Passage) -> tuple[tuple[str, str], ...]:
    *folders, name = passage.relative.split("/")
    ends = headings_below_title(passage) if passage.type in PAGED and passage.location.heading_path else (name,)
    if passage.member:
        ends = (name, passage.member)
    values = [value for _, value in folder_steps(passage)]
    known = values if len(values) == len(folders) else [""] * len(folders)
    steps = [(shown(part), value) for part, value in zip(folders, known, strict=True)] or [(shown(passage.root), "")]
    return middle_elided((*steps, *((shown(end), "") for end in ends)), 6, ("…", ""))


def folder_steps(passage: Passage) -> tuple[tuple[str, str], ...]:
    """Each folder above the document as (shown name, value of the folder facet), outermost first."""
    values = passage.facets.get("folder", ())
    return tuple((shown(value.rsplit("/", 1)[-1]), value) for value in sorted(values, key=lambda value: value.count("/")))


def _badges(hit: Hit, *, by_meaning: bool) -> tuple[Badge, ...]:
    if by_meaning:
        return (Badge("by meaning", "meaning"),)
    return tuple(Badge(name, "meaning" if name == "meaning" else "words") for name in hit.found_by)


def _facts(hit: Hit) -> str:
    passage = hit.passage
    matched = max(hit.matched, 1 + len(hit.more))
    facts = [f"{matched:,} of {counted(passage.passages, 'passage')}"] if passage.passages else []
    p_answers = hit.scores.get("p_answers", 0.0)
    if p_answers >= LEAST_TOLD:
        grade = SPECIFICITY.get(round(hit.scores.get("specificity", -1)))
        facts.append(f"judged {p_answers:.2f}" + (f", {grade}" if grade else ""))
    return "  ·  ".join(facts)


def _state(passage: Passage, state: str) -> str:
    parts = [STATES.get(state, shown(state))] if state else []
    if passage.cut:
        parts.append("only its first part was read")
    if passage.member:
        parts.append(f"inside {shown(passage.relative.rsplit('/', 1)[-1])}")
    return "  ·  ".join(parts)


def _spoken(parts: Sequence[str]) -> str:
    return "; ".join(part for part in parts if part)


def _homely(path: str, home: str) -> str:
    return "~" + shown(path[len(home) :]) if home and path.startswith(home + "/") else shown(path)
