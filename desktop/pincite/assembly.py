"""The one place where roles meet players. No logic: only what is made of what, from the settings.

Players are imported where they are used, so that each door opens only the rooms it needs: `pincite extract` loads no index.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain.errors import SettingsError
from pincite.domain.events import IndexEvent, Notice
from pincite.domain.parsing import RecordParsing
from pincite.domain.protocols import Encoder, Judge, Reranker, Splitter
from pincite.domain.search import Filter
from pincite.settings import Settings, in_root

if TYPE_CHECKING:
    from pincite.extraction.isolated import Isolated
    from pincite.extraction.source_file import Options
    from pincite.index import SegmentBuilder
    from pincite.judging import ChatEndpoint
    from pincite.library.bench import Bench
    from pincite.library.counters import SearchCounters
    from pincite.library.reader import FileReader
    from pincite.library.search import Searcher
    from pincite.library.survey import Library
    from pincite.library.sync import Syncer

READERS_VERSION = "6"
"""Changes whenever a reader or splitter would make something else of the same file; all files are then read anew."""

BUILDER = "pincite.workers.builder"
"""The module that a builder's process runs."""
JUDGED = "judged.sqlite3"
"""File of the library that keeps what a language model has judged; it may be deleted at any time."""
JUDGED_MOST = 50_000
"""Verdicts that are kept; the oldest go first."""
OCR_CACHE = "recognised"
"""Folder of the library that keeps the pages of scans; it may be deleted at any time."""
CONTEXTS = "contexts.sqlite3"
"""File of the library that keeps what a language model wrote of passages; it may be deleted at any time."""
OCR_SHARE = 0.75
"""Share of a file's time after which no further page of a scan is begun."""


def open_searcher(settings: Settings, counters: SearchCounters | None = None, scope: Sequence[Filter] = ()) -> Searcher:
    """What answers questions; give all of a process the same *counters*. With a *scope* nothing outside of it is found or named.

    Raises `IndexDamagedError` or `IndexVersionError` if nothing can answer yet.
    """
    from pincite.index import open_index
    from pincite.library.backlog import Backlog
    from pincite.library.overview import folder_size
    from pincite.library.scope import within
    from pincite.library.search import Searcher

    encoder = open_encoder(settings)
    index = open_index(settings.library, settings.roots, encoder.id if encoder else "")
    judge, reranker = open_judge(settings)
    return Searcher(
        within(index, scope), settings.roots, encoder, judge, reranker=reranker, counters=counters,
        queued=Backlog(settings.library).waiting if not scope else lambda: 0,  # it counts files outside of the scope, too
        size=lambda: sum(map(folder_size, {str(settings.library), str(index.place)})),
    )  # fmt: skip


def open_chat(settings: Settings) -> ChatEndpoint:
    """The way to the language model that the user has set. Raises `SettingsError` for an address that is none, or a key that is not there."""
    from pincite.judging import ChatEndpoint

    wish = settings.judge
    key = _key(wish.key_variable)
    if key is None:
        raise SettingsError(f"The judge's key is to be in the environment variable {wish.key_variable}, which is not set.")
    return ChatEndpoint(wish.endpoint, wish.model, key=key)


def _key(variable: str) -> str | None:
    """The key in the environment *variable*: "" if none is named, None if it is not set."""
    return (os.environ.get(variable) or None) if variable else ""


def open_judge(settings: Settings) -> tuple[Judge | None, Reranker | None]:
    """The language model that the user has set, as judge and as reranker; None where it is not wanted. Nothing is asked yet.

    One whose key the environment lacks judges nothing, and says so: a question that does not want it is answered all the same.
    Raises `SettingsError` for an address that is none.
    """
    wish = settings.judge
    if not wish.endpoint:
        return None, None
    from pincite.cache import CacheFile
    from pincite.judging import Answers, ChatEndpoint, ChatJudge, ChatReranker, Limits

    chat, limits = ChatEndpoint(wish.endpoint, wish.model, key=_key(wish.key_variable)), Limits(wish.time_s, wish.tokens)
    judge = ChatJudge(chat, limits, Answers(CacheFile(settings.library / JUDGED, JUDGED_MOST))) if wish.task != "rerank" else None
    return judge, ChatReranker(chat, limits) if wish.task != "judge" else None


def open_encoder(settings: Settings) -> Encoder | None:
    """The meaning channel's encoder, None if the user wants none. Raises `EncoderError` for an address that is none."""
    meaning = settings.meaning
    if meaning.encoder == "none":
        return None
    if meaning.encoder == "endpoint":
        from pincite.encoding import EndpointEncoder

        return EndpointEncoder(meaning.endpoint, meaning.model, meaning.dim, window=meaning.window, key=_key(meaning.key_variable))
    from pincite.encoding import UniversalSentenceEncoder

    return UniversalSentenceEncoder()


def reading_options(settings: Settings) -> Options:
    """What the readers may know of the settings, and which programs of this machine may help them."""
    from pincite.extraction.office.programs import installed_helpers
    from pincite.extraction.source_file import Options

    reading = settings.reading
    records = {one.name: getattr(reading, one.name) for one in fields(RecordParsing)}
    return Options(
        **records, parsing=settings.parsing, ocr=reading.ocr, ocr_languages=reading.ocr_languages, helpers=installed_helpers(),
        ocr_cache=str(settings.library / OCR_CACHE) if reading.ocr else "", ocr_s=OCR_SHARE * reading.deadline_s,
    )  # fmt: skip


def open_extractor(settings: Settings) -> Isolated:
    """Reads one file at a time in a child process, within the settings' limits."""
    from pincite.extraction.isolated import Isolated

    reading = settings.reading
    return Isolated(reading_options(settings), deadline_s=reading.deadline_s, memory_bytes=reading.memory_mb * 1024 * 1024)


def open_splitter(settings: Settings) -> Splitter:
    """Cuts documents into passages of the settings' size; a language model writes their contexts, if the user wants it."""
    from pincite.splitting.auto import AutoSplitter

    splitter = AutoSplitter(settings.passages.size, settings.passages.overlap or None)
    if not (settings.judge.context and settings.judge.endpoint):
        return splitter
    from pincite.cache import CacheFile
    from pincite.judging import ChatWriter
    from pincite.splitting.contextual import ContextualEnricher, EnrichedSplitter

    return EnrichedSplitter(splitter, ContextualEnricher(ChatWriter(open_chat(settings)).write, CacheFile(settings.library / CONTEXTS)))


def library_of(settings: Settings) -> Library:
    """The folders, what belongs in, and the version of those who read."""
    from pincite.extraction.office.programs import available
    from pincite.library.survey import Library
    from pincite.sources.rules import Rules

    reading = settings.reading
    rules = Rules(
        reading.include, reading.exclude, reading.gitignore, reading.max_file_mb * 1024 * 1024, switched_off=frozenset(reading.also_read)
    )
    return Library(settings.roots, rules, readers_version(settings), reading.quarantine, (str(settings.library),), reading.cloud, available(reading_options(settings)))


def readers_version(settings: Settings) -> str:
    """Names everything that decides what a file becomes: a change re-reads the library (003-55).

    The programs of a machine are left out: a start from another place, with another path, must not read everything anew.
    """
    from pincite.analysis import ANALYZER_ID

    options = replace(reading_options(settings), helpers=(), ocr_cache="", ocr_s=0.0)
    anywhere = tuple(replace(one, folder=repr(in_root(one.folder, settings.roots))) for one in options.parsing)  # a folder may be moved
    said: tuple[object, ...] = (READERS_VERSION, ANALYZER_ID, settings.passages, replace(options, parsing=anywhere))
    if settings.judge.context:
        said = (*said, settings.judge.endpoint, settings.judge.model)
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def open_syncer(settings: Settings, emit: Callable[[IndexEvent], None], *, rebuild: bool = False, begin: bool = True) -> Syncer:
    """What brings the index in step with the disk. One that cannot be used, or with *rebuild*, is built anew beside it; *emit* is told.

    Without *begin* no index is built beside another: one that cannot be used raises `IndexDamagedError` or `IndexVersionError`.
    """
    from pincite.index import open_sound, open_to_write
    from pincite.library.backlog import Backlog
    from pincite.library.remote import RemoteReader
    from pincite.library.sync import Syncer

    encoder = open_encoder(settings)
    encoder_id = encoder.id if encoder else ""
    if begin:
        index = open_to_write(settings.library, settings.roots, encoder_id, lambda text: emit(Notice(text, "warning")), anew=rebuild)
    else:
        index = open_sound(settings.library, settings.roots, encoder_id)
    return Syncer(
        index, lambda: open_extractor(settings), open_splitter(settings), library_of(settings), emit,
        encoder=encoder, workers=settings.workers, forget_too=lambda: _forget_beside(settings.library),
        builder=lambda workshop: RemoteReader([sys.executable, "-m", BUILDER], BuildOrder(settings, workshop)),
        tell_waiting=(lambda _: None) if index.unfinished else Backlog(settings.library).tell,  # another index answers meanwhile, and lacks nothing
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """What a builder's process is told at its start: the settings, and the folder for its segments."""

    settings: Settings
    workshop: str


def open_builder(order: BuildOrder) -> tuple[FileReader, SegmentBuilder]:
    """What reads files, and what makes segments of them, in a process that does nothing else."""
    from pincite.index import SegmentBuilder
    from pincite.library.reader import FileReader

    settings, library = order.settings, library_of(order.settings)
    reader = FileReader(
        open_extractor(settings), open_splitter(settings), library.by_id, library.version, quarantine=library.quarantine, tools=library.tools
    )
    return reader, SegmentBuilder(Path(order.workshop))


def _forget_beside(library: Path) -> None:
    """What is kept of files' texts beside the index."""
    from pincite.extraction.pdf.page_cache import forget_pages

    forget_pages(str(library / OCR_CACHE))
    (library / CONTEXTS).unlink(missing_ok=True)


def open_bench(settings: Settings, folder: Path) -> Bench:
    """What measures search on judged collections, each with an index of its own below *folder*."""
    from pincite.extraction.language import detect
    from pincite.index import open_index
    from pincite.library.bench import Bench

    encoder = open_encoder(settings)
    return Bench(lambda name: open_index(folder / name, (), encoder.id if encoder else ""), open_splitter(settings), detect, encoder)
