"""How exact citations are, over all formats, through extractor and splitter."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from citation_truth import Truth, TruthFile, truth_files

from pincite.domain.documents import Chunk, Document
from pincite.extraction.extractors import Extractors
from pincite.splitting.auto import AutoSplitter

EXACT = ("page", "label", "slide", "cell", "found", "member", "title")
"""What must be right always; lines, headings and the rest in 99 of 100."""


@dataclass(frozen=True)
class Cited:
    """A truth, with the passages that hold its word."""

    file: str
    truth: Truth
    document: Document | None
    chunks: tuple[Chunk, ...]


def cited(file: TruthFile, folder: Path) -> Iterator[Cited]:
    """Each truth of *file* with the passage that is found for it."""
    path = folder / file.name
    path.write_bytes(file.data)
    documents = Extractors().extract(str(path))
    chunks = [(document, chunk) for document in documents for chunk in AutoSplitter().split(document, str(path))]
    for truth in file.truths:
        held = [(document, chunk) for document, chunk in chunks if truth.needle in chunk.text]
        yield Cited(file.name, truth, held[0][0] if held else None, tuple(chunk for _, chunk in held))


def verdicts(case: Cited) -> Iterator[tuple[str, bool, object]]:
    """(what, whether it is right, what was cited) for all that the truth knows."""
    truth = case.truth
    yield "found", bool(case.chunks), len(case.chunks)
    for chunk in case.chunks:
        place, document = chunk.location, case.document
        assert document is not None
        if truth.line is not None:
            exact = document.lines.line_at(document.text.index(truth.needle)) if document.lines else None
            inside = place.line is not None and place.line_end is not None and place.line <= truth.line <= place.line_end
            yield "line", exact == truth.line and inside, (exact, place.line, place.line_end)
        else:
            yield "line", place.line is None or document.lines is not None, place.line
        yield "page", place.page == truth.page, place.page
        yield "label", place.page_label == truth.label, place.page_label
        if truth.heading_path is not None:
            yield "heading", place.heading_path == truth.heading_path, place.heading_path
        yield "slide", place.slide == truth.slide, place.slide
        if truth.cell is not None:
            yield "cell", holds(place.cell, truth.cell), place.cell
        if truth.part is not None:
            yield "part", holds_part(place.part or "", truth.part), place.part
        if truth.symbol is not None:
            yield "symbol", place.symbol == truth.symbol, place.symbol
        if truth.row is not None:
            first, _, last = (place.row or "0").partition("–")
            yield "row", int(first) <= truth.row <= int(last or first), place.row
        if truth.time_ms is not None:
            yield "time", place.time_ms is not None and 0 <= truth.time_ms - place.time_ms <= 60_000, place.time_ms
        if truth.title is not None:
            yield "title", document.title == truth.title, document.title
        if truth.anchor is not None:
            yield "anchor", place.anchor == truth.anchor, place.anchor
        if truth.member is not None:
            yield "member", document.member == truth.member, document.member


def holds(cited_range: str | None, cell: str) -> bool:
    """Whether a cell lies in a range like ``Sheet!A1:C9``."""
    sheet, _, area = (cited_range or "").rpartition("!")
    wanted_sheet, _, wanted = cell.rpartition("!")
    first, _, last = area.partition(":")
    column, row = position(wanted)
    (left, top), (right, bottom) = position(first), position(last or first)
    return sheet.strip("'") == wanted_sheet and left <= column <= right and top <= row <= bottom


def position(cell: str) -> tuple[int, int]:
    """(column, row) of a cell, from 1."""
    match = re.fullmatch(r"\$?([A-Z]+)\$?(\d+)", cell)
    if not match:
        return 0, 0
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return column, int(match[2])


def holds_part(cited_part: str, part: str) -> bool:
    """Whether a part like ``land[2..4]`` or ``land[3].deep`` is, holds or lies in *part*."""
    match = re.search(r"\[(\d+)\.\.(\d+)\]$", cited_part)
    wanted = re.search(r"\[(\d+)\]$", part)
    if match and wanted:
        return cited_part[: match.start()] == part[: wanted.start()] and int(match[1]) <= int(wanted[1]) <= int(match[2])
    return cited_part == part or cited_part.startswith((part + ".", part + " ", part + "["))


OWN_TEXT = frozenset("md txt log rst org adoc py js java rs php cs go toml yaml ini".split())
"""Formats whose passages are the file's own lines."""


def off_line(chunk: Chunk, rows: list[str]) -> bool:
    """Whether a passage does not begin on its first line or does not end on its last."""
    first, *_ = chunk.text.split("\n")
    *_, last = chunk.text.split("\n")
    line, line_end = chunk.location.line, chunk.location.line_end
    return line is None or line_end is None or first not in rows[line - 1] or last not in rows[line_end - 1]


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> list[Cited]:
    folder = tmp_path_factory.mktemp("truth")
    return [case for file in truth_files() for case in cited(file, folder)]


def test_the_set_has_two_hundred_passages_of_all_formats(cases):
    assert len(cases) >= 200
    assert len({case.file.rpartition(".")[2] for case in cases}) >= 30


def test_every_marked_word_is_in_a_passage_and_cited_where_it_stands(cases):
    counts: dict[str, list[bool]] = defaultdict(list)
    wrong: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        for what, right, cited_as in verdicts(case):
            counts[what].append(right)
            if not right:
                wrong[what].append(f"{case.file} {case.truth}: {cited_as}")

    shares = {what: sum(rights) / len(rights) for what, rights in counts.items()}
    short = {what: (share, wrong[what][:5]) for what, share in shares.items() if share < (1.0 if what in EXACT else 0.99)}
    assert short == {}


def test_a_passage_begins_and_ends_on_the_lines_it_cites(tmp_path):
    wrong: list[str] = []
    count = 0
    for file in truth_files():
        if file.name.rpartition(".")[2] in OWN_TEXT:
            rows = re.split("\r\n|\r|\n", file.data.decode("utf-16" if file.data.startswith(b"\xff\xfe") else "utf-8-sig"))
            (tmp_path / file.name).write_bytes(file.data)
            for document in Extractors().extract(str(tmp_path / file.name)):
                chunks = AutoSplitter().split(document, file.name)
                count += len(chunks)
                wrong += [f"{file.name} {chunk.location}: {chunk.text[:60]}" for chunk in chunks if off_line(chunk, rows)]

    assert count >= 200
    assert wrong == []
