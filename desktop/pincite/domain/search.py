"""A question, from its text to its answer: frozen values that cross threads and processes.

    Query -terms-> Term -match-> Ranking (one a channel) -fuse, judge-> [Hit] + [Drop] -> SearchResult

Passages are numbered 0..n-1 within one snapshot of the index; such a number means nothing outside of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
import numpy.typing as npt

from pincite.domain.documents import Location, Value

MAX_TERMS = 32
"""Distinct words of a question that are searched; so a pasted file is a search, not a pathology."""

Numbers = npt.NDArray[np.int64]
"""Passage or document numbers of one snapshot."""
Scores = npt.NDArray[np.float32]
"""One score a passage, higher is better."""
Mask = npt.NDArray[np.bool_]
"""One truth value a document or passage."""


class Mode(Enum):
    """How the text of a query is read."""

    QUESTION = "question"
    QUERY = "query"


class Channel(Enum):
    """Who may propose passages."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    VECTOR = "vector"


@dataclass(frozen=True, slots=True)
class Filter:
    """``key=value`` on a facet. Several values of one key are alternatives; keys are joined by AND.

    `exclude` turns it round: no document with that value. The value "(none)" means documents without one.
    A `folder` value holds for everything below it.
    """

    key: str
    value: str
    exclude: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """Sort the whole selection by an attribute instead of by relevance; missing values come last."""

    key: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked. `limit` counts documents, None means all. An empty `text` with a filter lists the selection.

    `more` is how many further passages of each document the answer carries, beside its best. `judged` lets the language model
    that the user has set judge the candidates, which takes seconds; without one it changes nothing. `least` is the least score of
    a passage (BM25 or cosine), and only where one channel is asked: fused scores mean nothing by themselves.
    """

    text: str
    mode: Mode = Mode.QUESTION
    channel: Channel = Channel.HYBRID
    filters: tuple[Filter, ...] = ()
    order: Order | None = None
    limit: int | None = 10
    best_only: bool = False
    explain: bool = False
    more: int = 0
    judged: bool = False
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a question, as it is searched.

    `text` is the word as typed; `exact` its lower-case NFC form, accents kept; `keys` are the index terms that count
    as this word, one for each way the library's languages reduce it. A term matches a passage that holds any key, but for
    keys that are another word in the passage's language: `foreign` has those languages for each key, or is empty if there
    are none. ("notes" is reduced to "not" in German, which in an English text is a word of its own.)
    """

    text: str
    exact: str
    keys: tuple[str, ...]
    foreign: tuple[tuple[str, ...], ...] = ()

    def keys_in(self, language: str) -> tuple[str, ...]:
        """The keys that count as this word in a text of *language*, "" if it is not known."""
        if not self.foreign:
            return self.keys
        return tuple(key for key, languages in zip(self.keys, self.foreign, strict=True) if language not in languages)


@dataclass(frozen=True, slots=True)
class TermReport:
    """A word of the question with its fate: how many documents hold it, or why it was not searched."""

    text: str
    used: bool
    documents: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passages of one channel, best first: `passages` int64[n], `scores` float32[n], and the channel's name."""

    channel: str
    passages: Numbers
    scores: Scores


@dataclass(frozen=True, slots=True)
class Count:
    """A facet value and how many documents have it."""

    value: str
    documents: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A stored passage with everything needed to show and cite it, without a second call.

    `path` is absolute; `root` the root's name; `passage` and `passages` count from 1 within the document.
    """

    id: str
    number: int
    document: int
    path: str
    root: str
    relative: str
    member: str
    title: str
    type: str
    language: str
    text: str
    offset: int
    length: int
    location: Location
    passage: int
    passages: int
    date: str = ""
    size: int = 0
    mtime_ns: int = 0
    content_sha: str = ""
    revision: str | None = None
    indexed_at: str = ""
    cut: bool = False
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    metadata: Mapping[str, Value] = field(default_factory=dict[str, Value])


@dataclass(frozen=True, slots=True)
class Entry:
    """What names a document and tells it from others, without its text. `relative` is below the root; `date` "" if it states none."""

    document: int
    root: str
    relative: str
    member: str
    title: str
    aliases: tuple[str, ...] = ()
    date: str = ""
    size: int = 0
    mtime_ns: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """The file of a document: `relative` below the folder called `root`; files with the same `content_sha` are copies."""

    root: str
    relative: str
    content_sha: str


@dataclass(frozen=True, slots=True)
class Snippet:
    """One or two sentences of a passage. `highlights` are character ranges in `text`; `start` is where it begins in the passage."""

    text: str
    highlights: tuple[tuple[int, int], ...] = ()
    start: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a document's best passage, and its others that matched.

    `found_by` is a subset of ("words", "meaning", "title", "path", "concept"); `scores` are named parts, never to be sorted by;
    `line` and `line_end` are those of the match where the passage spans more. `state` is "", "changed", "missing" or
    "unavailable". `matched` counts the document's matching passages; `more` holds the next best of them.
    """

    passage: Passage
    snippet: Snippet
    found_by: tuple[str, ...]
    scores: Mapping[str, float]
    line: int | None = None
    line_end: int | None = None
    state: str = ""
    copies: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    matched: int = 1
    more: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of a candidate: `p_answers` in 0..1 and `specificity` in 0..3.

    `p_answers` is None where it could not decide, which is never a no; `reason` then says why in one word (timeout, budget).
    """

    p_answers: float | None = None
    specificity: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A candidate that was left out, with its named reason; unknown numbers are None, never 0."""

    path: str
    title: str
    reason: str
    p_answers: float | None = None
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class Incomplete:
    """What the answer could not see yet, in files (passages for `without_vectors`)."""

    queued: int = 0
    skipped: int = 0
    cut: int = 0
    without_vectors: int = 0


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to one question.

    `built` is the expression that was searched, for a person to read; `notes` are sentences (what was dropped, which
    channel was silent, why there is nothing). `total_documents` and `total_passages` are exact and count all matches under
    the filters; `hidden` counts documents that match but are hidden by the filters. `phrase_passages` counts the passages that
    hold every quoted phrase as it stands, None if the question has none.
    """

    query: Query
    question_kind: str = "other"
    terms: tuple[TermReport, ...] = ()
    built: str = ""
    notes: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    related: tuple[Hit, ...] = ()
    dropped: tuple[Drop, ...] = ()
    facets: Mapping[str, Sequence[Count]] = field(default_factory=dict[str, Sequence[Count]])
    total_documents: int = 0
    total_passages: int = 0
    hidden: int = 0
    candidates: int = 0
    decided: int = 0
    undecided: tuple[str, ...] = ()
    phrase_passages: int | None = None
    incomplete: Incomplete = field(default_factory=Incomplete)
    elapsed_ms: float = 0.0
    generation: int = 0
