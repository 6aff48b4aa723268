"""What a query asks beside the words: which field holds them, which passages hold exact forms, and what each document is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from pincite.domain.documents import Root
from pincite.domain.search import Entry, Mask, Numbers, Term
from pincite.index.gaps import read_many
from pincite.index.inversion import BODY, FIELDS, SPARSE, Integers
from pincite.index.records import SourceRecord
from pincite.index.scoring import Member
from pincite.index.segment import Segment


def in_field(members: Sequence[Member], term: Term, field: str) -> Numbers:
    """Rising live passages that hold *term* in one of `FIELDS`."""
    found = [np.zeros(0, np.int64)]
    for member in members:
        lists = [_holders(member.segment, number, field) for number in _numbers(member.segment, term)]
        ids = lists[0] if len(lists) == 1 else np.unique(np.concatenate([np.zeros(0, np.int64), *lists]))
        found.append((ids if member.live is None else ids[member.live[ids]]) + member.base)
    return np.concatenate(found)


def spread(members: Sequence[Member], term: Term) -> int:
    """How many postings *term* has, those of dead passages too: no fewer than the passages that hold it."""
    postings = (member.segment.postings("keys", number) for member in members for number in _numbers(member.segment, term))
    return sum(end - first for first, end in postings)


def _numbers(segment: Segment, term: Term) -> list[int]:
    """The segment's numbers of the term's keys."""
    numbers = (segment.keys.find(key.encode("utf-8", "surrogatepass")) for key in dict.fromkeys(term.keys))
    return [number for number in numbers if number >= 0]


def _holders(segment: Segment, number: int, field: str) -> Numbers:
    if FIELDS.index(field) == BODY:
        first, end = segment.postings("keys", number)
        return segment.ids("keys", number)[np.asarray(segment.file["keys/body"][first:end]) > 0]
    name = next(name for name, place in SPARSE.items() if place == FIELDS.index(field))
    found = segment.sparse_of(name, number)
    return np.zeros(0, np.int64) if found is None else segment.ids("keys", number)[found[0]]


def with_words(members: Sequence[Member], words: Sequence[str]) -> Numbers:
    """Rising live passages that hold any of these exact forms."""
    found = [np.zeros(0, np.int64)]
    for member in members:
        marks = np.zeros(member.segment.passage_count, np.bool_)
        for word in words:
            if (number := member.segment.words.find(word.encode("utf-8", "surrogatepass"))) >= 0:
                marks[member.segment.ids("words", number)] = True
        found.append(_live(member, marks))
    return np.concatenate(found)


def with_any(member: Member, numbers: Integers) -> Numbers:
    """Rising live passages, by the snapshot's numbers, that hold any of the exact forms with these *numbers*."""
    marks = np.zeros(member.segment.passage_count, np.bool_)
    for _, ids in postings_of(member.segment, numbers):
        marks[ids] = True
    return _live(member, marks)


def count_words(
    text: Sequence[str], member: Member, numbers: Integers, edits: Integers, document_of: Numbers, words: dict[str, tuple[int, int]]
) -> None:
    """Add the documents that hold the exact forms with these *numbers* to *words*: word to (edits, documents). *text* has every form."""
    order = np.argsort(numbers)
    counts = documents_with(member, numbers[order], document_of)
    for number, distance, documents in zip(numbers[order].tolist(), edits[order].tolist(), counts.tolist(), strict=True):
        word = text[int(number)]
        words[word] = (distance, words.get(word, (0, 0))[1] + documents)


def documents_with(member: Member, numbers: Integers, document_of: Numbers) -> Integers:
    """int64[n]: how many documents hold each of the exact forms with these rising *numbers*."""
    counts = np.zeros(len(numbers), np.int64)
    for owners, ids in postings_of(member.segment, numbers):
        if member.live is not None:
            kept = member.live[ids]
            owners, ids = owners[kept], ids[kept]  # noqa: PLW2901  # the live ones of them
        documents = document_of[ids + member.base]
        new = np.ones(len(ids), np.bool_)
        new[1:] = (np.diff(owners) != 0) | (np.diff(documents) != 0)
        counts += np.bincount(owners[new], minlength=len(numbers))
    return counts


def postings_of(segment: Segment, numbers: Integers) -> Iterator[tuple[Integers, Numbers]]:
    """(place in *numbers*, passage) of every posting of exact forms with rising *numbers*, in parallel arrays, a run of forms at a time.

    Neighbours are read together. Forms that lie scattered are read with all between them, unless that is far more than they are.
    """
    if len(numbers) == 0:
        return
    starts = segment.file["words/postings"].astype(np.int64)
    breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
    span = int(starts[numbers[-1] + 1] - starts[numbers[0]])
    if len(breaks) > SCATTERED and span < SPAN:
        breaks = np.zeros(0, np.int64)
    for run in np.split(np.arange(len(numbers)), breaks):
        first, last = int(numbers[run[0]]), int(numbers[run[-1]])
        ids = read_many(segment.file, "words", first, last + 1)
        owners = np.repeat(np.arange(first, last + 1), np.diff(starts[first : last + 2]))
        if last - first + 1 > len(run):
            places = np.full(last - first + 1, -1, np.int64)
            places[numbers[run] - first] = run
            owners = places[owners - first]
            yield owners[owners >= 0], ids[owners >= 0]
        else:
            yield owners - first + run[0], ids


SCATTERED = 16
"""Runs of forms above which all between them is read at once."""
SPAN = 20_000_000
"""Postings that may be read at once for it: some 500 MB for a moment at the very most."""


def _live(member: Member, marks: Mask) -> Numbers:
    return np.flatnonzero(marks if member.live is None else marks & member.live) + member.base


def entries_of(
    segment: Segment, first_document: int, record: Callable[[int], SourceRecord], roots: Mapping[str, Root]
) -> Iterator[Entry]:
    """What names each document of a segment, in order; its own numbers begin at *first_document*."""
    sources = np.repeat(np.arange(segment.source_count), np.diff(segment.first_document))
    records = [record(source) for source in range(segment.source_count)]
    for number, (source, stored) in enumerate(zip(sources.tolist(), segment.documents.all(), strict=True)):
        stamp = records[source].stamp
        root = roots.get(stamp.root)
        yield Entry(
            first_document + number, root.name if root else stamp.root, stamp.relative, stored["member"], stored["title"],
            tuple(stored["aliases"]), stored["date"], stamp.size, stamp.mtime_ns,
        )  # fmt: skip
