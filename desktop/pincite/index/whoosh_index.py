"""A library's index in one folder: a Whoosh index whose segments are files of arrays.

The table of contents is the one commit point: what it does not name does not exist. A reader takes the newest one and keeps
its files open; the writer holds Whoosh's write lock, writes new files, and publishes a new table of contents.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Hashable, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from pincite.domain.documents import FileKey, FileStamp, Root, Source
from pincite.domain.errors import IndexDamagedError
from pincite.domain.protocols import Vectors
from pincite.domain.search import Mask
from pincite.index.arrays import MARK, ArrayFile
from pincite.index.building import claim, clear_workshop, open_workshop, save_segment
from pincite.index.codec import EXTENSION, ArraySegment
from pincite.index.compaction import FANOUT, parts_to_merge, parts_to_merge_now
from pincite.index.manifest import Manifest
from pincite.index.merge import Part, merge
from pincite.index.places import MANIFEST, Places, storage_at
from pincite.index.records import stamp_value
from pincite.index.renewal import take_over
from pincite.index.schema import make_schema
from pincite.index.segment import Segment
from pincite.index.snapshot import IndexSnapshot
from pincite.index.spelling import Lexicon
from pincite.index.storage import DurableStorage, acquire, storage_errors
from pincite.index.toc import Contents, newest_generation, read_contents, write_contents
from pincite.index.vectors import VectorCache
from pincite.index.view import View, place_of, stored_source
from pincite.index.vocabulary import Vocabulary
from pincite.index.writer import Batch, Changes, IndexWriter

TRIES = 20
"""Times a reader looks again when a writer replaced the commit it was about to open."""


class WhooshIndex:
    """One library's index; see `pincite.domain.protocols.Index`. Safe to share between threads; its snapshots are not."""

    def __init__(self, folder: Path, roots: Sequence[Root], encoder_id: str, *, building: bool = False) -> None:
        """*folder* is the library's. With *building* it is the index that is being built there, until it takes over."""
        self.folder = folder
        self._building = building
        self._roots = {root.id: root for root in roots}
        self._encoder_id = encoder_id
        self._caches: dict[str, VectorCache] = {}
        self._segments: dict[str, tuple[Segment, Lexicon]] = {}
        self._vocabulary = Vocabulary()
        self._lock = Lock()
        self._workshop_open = False

    @property
    def place(self) -> Path:
        """The folder of its files: another one after an index has taken over. Under the write lock it stays."""
        places = Places.read(self.folder)
        unfinished = self._building and places.building is not None
        return self.folder / (places.free if unfinished else places.answering)

    @property
    def unfinished(self) -> bool:
        """Whether it is still being built beside an older one, which answers meanwhile."""
        return self._building and Places.read(self.folder).building is not None

    @property
    def _storage(self) -> DurableStorage:
        return storage_at(self.place)

    def snapshot(self) -> IndexSnapshot:
        """The newest commit. Raises `IndexDamagedError` or `IndexVersionError`."""
        contents, views = self.opened()
        return IndexSnapshot(contents.generation, views, self._roots, self._cache(self._encoder_id).rows())

    def generation(self) -> int:
        """Number of the newest commit, without opening it."""
        return newest_generation(self._storage)

    def state(self) -> Hashable:
        """Changes with every commit and with every vector added."""
        return self.generation(), self._cache(self._encoder_id).state()

    def writer(self) -> IndexWriter:
        """Begin a transaction. Raises `IndexLockedError` if another process writes."""
        lock = self.lock()
        try:
            self.heed()
            Manifest.read(self.place / MANIFEST).expect(Manifest.ours())
            contents, views = self.opened()
            if not self._workshop_open:
                clear_workshop(self.place)
            self._storage.sweep({MANIFEST, *(entry.filename for entry in contents.segments)})
        except BaseException:
            lock.release()
            raise

        def reload(key: FileKey) -> Source | None:
            place = place_of(views, key)
            return stored_source(views[place.view], place.source) if place else None

        def adopt(segment: str) -> tuple[ArraySegment, Sequence[FileKey]]:
            entry, opened = claim(self.place, segment)
            return entry, [record.stamp.key for record in opened.sources]

        def publish(batch: Batch, changes: Changes) -> int:
            with storage_errors():
                return self._publish(contents, views, batch, changes)

        if self._vocabulary.full:
            self._vocabulary = Vocabulary()
        return IndexWriter(self._vocabulary, reload, adopt, publish, lock.release)

    @contextmanager
    def workshop(self) -> Generator[str]:
        """A folder for builders, for as long as this process reads much at once. Raises `StorageError`."""
        place = self.place
        self._workshop_open = True
        try:
            yield str(open_workshop(place))
        finally:
            self._workshop_open = False
            clear_workshop(place)

    def put_vectors(self, encoder_id: str, keys: Sequence[str], vectors: Vectors) -> None:
        """Add vectors to the cache, by text key; needs no transaction. Raises `StorageError`."""
        self._cache(encoder_id).put([int(key, 16) for key in keys], vectors)

    def prune_vectors(self) -> int:
        """Drop vectors of texts that are no longer in the library; returns how many. Raises `StorageError`."""
        if self.unfinished:
            return 0  # what is still to come has its vectors already
        snapshot = self.snapshot()
        try:
            return self._cache(self._encoder_id).keep(snapshot.text_keys())
        finally:
            snapshot.close()

    def merge(self) -> bool:
        """Merge some of what commits left apart while builders were at work; False if all is well. For idle times."""
        lock = self.lock()
        try:
            contents, views = self.opened()
            chosen = parts_to_merge(sizes(views))[:FANOUT]
            if chosen:
                with storage_errors():
                    self._finish(contents.generation + 1, list(contents.segments), views, chosen)
            return bool(chosen)
        finally:
            lock.release()

    def compact(self) -> int:
        """Rewrite everything as one segment without what is dead; returns the generation. For idle times."""
        lock = self.lock()
        try:
            self._vocabulary = Vocabulary()  # nothing is analysed now, and memory is wanted
            contents, views = self.opened()
            with storage_errors():
                return self._rewrite(contents, views)
        finally:
            lock.release()

    def heed(self) -> None:
        """Raises `IndexDamagedError` if anybody who read a file of the newest commit found it damaged. Opens nothing."""
        for mark in self.place.glob(f"*{MARK}"):
            if mark.with_suffix(EXTENSION).exists():
                raise IndexDamagedError(f"The index is damaged ({mark.stem}{EXTENSION}); it has to be rebuilt from the documents.")

    def check(self) -> None:
        """Read every byte of the index once. Raises `IndexDamagedError`."""
        _, views = self.opened()
        for view in views:
            view.segment.check()

    def take_over(self, keep: Collection[str] = ()) -> bool:
        """If it is being built beside an older index, take that one's place; see `renewal.take_over`."""
        if not self.unfinished:
            return False
        take_over(self, WhooshIndex(self.folder, (), ""), keep)
        return True

    # ------------------------------------------------------------------ opening

    def lock(self) -> Any:
        """The write lock of the place, held; the place is asked again, because it may have changed before that."""
        while True:
            storage = self._storage
            lock = acquire(storage)
            if storage.folder == str(self.place):
                return lock
            lock.release()

    def _cache(self, encoder_id: str) -> VectorCache:
        with self._lock:
            return self._caches.setdefault(encoder_id, VectorCache(self.folder, encoder_id))

    def opened(self) -> tuple[Contents, list[View]]:
        """The newest commit with its segments; again if a writer has meanwhile replaced it."""
        for attempt in range(TRIES):
            storage = self._storage
            generation = newest_generation(storage)
            try:
                contents = read_contents(storage)
                return contents, self._views(contents)
            except IndexDamagedError:
                if storage.folder == str(self.place):
                    raise
            except FileNotFoundError as error:
                if storage.folder == str(self.place) and newest_generation(storage) == generation and attempt:
                    name = Path(error.filename or "").name
                    raise IndexDamagedError(
                        f"The index is damaged ({name} is missing); it has to be rebuilt from the documents."
                    ) from error
        raise IndexDamagedError("The index changes faster than it can be opened.")

    def _views(self, contents: Contents) -> list[View]:
        with self._lock:
            opened = {entry.segment_id(): self._segments.get(entry.segment_id()) or self._read(entry) for entry in contents.segments}
            self._segments = opened
        stamps: dict[str, dict[int, FileStamp]] = {}
        for segment, _ in opened.values():
            for name, source, stamp in segment.stamps:
                stamps.setdefault(name, {})[source] = FileStamp(*stamp)  # type: ignore[arg-type]
        views: list[View] = []
        passages = documents = 0
        for entry in contents.segments:
            segment, lexicon = opened[entry.segment_id()]
            dead = frozenset(entry.dead_sources[:, 0].tolist())
            views.append(View(segment, dead, stamps.get(segment.name, {}), lexicon, passages, documents))
            passages += segment.passage_count
            documents += segment.document_count
        return views

    def _read(self, entry: ArraySegment) -> tuple[Segment, Lexicon]:
        segment = Segment(entry.segment_id(), ArrayFile(self.place / entry.filename))
        if segment.passage_count != entry.passages:
            raise segment.file.damaged("it holds another number of passages")
        return segment, Lexicon(segment)

    # ------------------------------------------------------------------ publishing

    def _publish(self, contents: Contents, views: list[View], batch: Batch, changes: Changes) -> int:
        dead: dict[int, dict[int, tuple[int, int]]] = {}
        for place in filter(None, (place_of(views, key) for key in changes.forgotten)):
            view = views[place.view]
            dead.setdefault(place.view, {})[place.source] = view.segment.passages_of_source(place.source)
        stamps = [
            [views[place.view].segment.name, place.source, stamp_value(stamp)]
            for key, stamp in changes.stamps.items()
            if (place := place_of(views, key)) and views[place.view].record(place.source).stamp != stamp
        ]
        if not (dead or stamps or len(batch) or changes.adopted):
            return contents.generation
        entries = [entry.without(dead.get(number, {})) for number, entry in enumerate(contents.segments)]
        entries += changes.adopted
        if len(batch) or stamps:
            entries.append(save_segment(self._storage, batch.arrays(stamps)))
        views = self._views(Contents(contents.generation + 1, tuple(entries)))
        return self._finish(contents.generation + 1, entries, views, parts_to_merge_now(sizes(views), busy=self._workshop_open))

    def _finish(self, generation: int, entries: list[ArraySegment], views: Sequence[View], chosen: Sequence[int]) -> int:
        """Merge the *chosen* segments, then make *entries*, seen as *views*, the commit *generation*."""
        if chosen:
            merged = self._merged([views[number] for number in chosen], keep_stamps=len(chosen) < len(views))
            entries = [entry for number, entry in enumerate(entries) if number not in set(chosen)]
            entries.insert(chosen[0], merged)
        write_contents(self._storage, make_schema(), generation, entries)
        return generation

    def _rewrite(self, contents: Contents, views: list[View]) -> int:
        if len(views) == 1 and not views[0].dead and not views[0].stamps:
            return contents.generation
        entries = [self._merged(views, keep_stamps=False)] if views else []
        write_contents(self._storage, make_schema(), contents.generation + 1, entries)
        return contents.generation + 1

    def _merged(self, views: Sequence[View], *, keep_stamps: bool) -> ArraySegment:
        """One new segment from *views*; their stamps for sources of other segments go with it."""
        names = {view.segment.name for view in views}
        stamps = [list(one) for view in views for one in view.segment.stamps if one[0] not in names] if keep_stamps else []
        return save_segment(self._storage, merge([Part(view.segment, view.live_sources, view.stamps) for view in views], stamps))


def sizes(views: Sequence[View]) -> list[tuple[int, Mask]]:
    """What `parts_to_merge` wants to know of each segment."""
    return [(view.segment.file.size, view.live_sources) for view in views]
