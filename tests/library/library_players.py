"""Players for the roles around the library: an index in memory, an extractor of plain text, a splitter by paragraphs."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Chunk, Document, FileStamp, Location, Reason, Root, Section, Skipped, Source, SourceState
from pincite.domain.errors import IndexLockedError, UnreadableError
from pincite.domain.events import IndexEvent
from pincite.library.survey import Library
from pincite.library.sync import Syncer

Key = tuple[str, str]


class MemoryIndex:
    """An index that keeps sources in a dictionary, a commit being a new one."""

    def __init__(self) -> None:
        self.committed: dict[Key, Source | Skipped] = {}
        self.commits = 0
        self.compactions = 0
        self.vectors: dict[str, tuple[float, ...]] = {}
        self.fail: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    def generation(self) -> int:
        return self.commits

    def snapshot(self) -> MemorySnapshot:
        return MemorySnapshot(self.commits, dict(self.committed), self)

    def writer(self) -> MemoryWriter:
        if not self._lock.acquire(blocking=False):
            raise IndexLockedError("another process is writing this index")
        return MemoryWriter(self, dict(self.committed), self._lock.release)

    def put_vectors(self, encoder_id: str, keys: Sequence[str], vectors) -> None:
        self.vectors.update({f"{encoder_id}:{key}": tuple(row) for key, row in zip(keys, vectors, strict=True)})

    def prune_vectors(self) -> int:
        live = {f"key of {text}" for text in self.texts().values()}
        gone = [key for key in self.vectors if key.partition(":")[2] not in live]
        for key in gone:
            del self.vectors[key]
        return len(gone)

    def check(self) -> None:
        pass

    def heed(self) -> None:
        pass

    def take_over(self, keep: Collection[str] = ()) -> bool:
        return False

    def merge(self) -> bool:
        return False

    def compact(self) -> int:
        self.compactions += 1
        return self.commits

    def texts(self) -> dict[str, str]:
        """Relative path to text of what can be found."""
        return {
            key[1]: "\n".join(d.document.text for d in one.documents) for key, one in self.committed.items() if isinstance(one, Source)
        }

    def source(self, relative: str) -> Source:
        (found,) = [one for key, one in self.committed.items() if key[1] == relative and isinstance(one, Source)]
        return found

    def reasons(self) -> dict[str, Reason]:
        return {key[1]: one.reason for key, one in self.committed.items() if isinstance(one, Skipped)}


@dataclass
class MemorySnapshot:
    generation: int
    held: dict[Key, Source | Skipped]
    index: MemoryIndex

    def sources(self) -> Iterator[SourceState]:
        for one in self.held.values():
            if isinstance(one, Skipped):
                yield SourceState(one.stamp, "", one.version, "", 0, 0, one)
            else:
                passages = sum(len(d.chunks) for d in one.documents)
                yield SourceState(one.stamp, one.content_sha, one.version, one.indexed_at, len(one.documents), passages)

    def texts_without_vectors(self, limit: int) -> list[tuple[str, str]]:
        known = {key.partition(":")[2] for key in self.index.vectors}
        texts = {f"key of {c.text}": c.text for one in self.held.values() if isinstance(one, Source) for d in one.documents for c in d.chunks}
        return [(key, text) for key, text in texts.items() if key not in known][:limit]

    @property
    def passage_count(self) -> int:
        return sum(len(d.chunks) for one in self.held.values() if isinstance(one, Source) for d in one.documents)

    @property
    def vector_count(self) -> int:
        return self.passage_count - len(self.texts_without_vectors(10**9))

    def close(self) -> None:
        pass


@dataclass
class MemoryWriter:
    index: MemoryIndex
    held: dict[Key, Source | Skipped]
    release: Callable[[], None]
    seen: set[Key] = field(default_factory=set)

    def put(self, source: Source) -> None:
        assert source.stamp.key not in self.seen, "a transaction does not see its own documents"
        self.seen.add(source.stamp.key)
        self.held[source.stamp.key] = source

    def touch(self, stamp: FileStamp) -> None:
        self.held[stamp.key] = replace(self.held[stamp.key], stamp=stamp)

    def move(self, old: Key, stamp: FileStamp, facets: Mapping[str, tuple[str, ...]] | None = None) -> None:
        source = self.held.pop(old)
        assert isinstance(source, Source)
        documents = tuple(replace(d, facets={k: v for k, v in {**d.facets, **(facets or {})}.items() if v}) for d in source.documents)
        self.held[stamp.key] = replace(source, stamp=stamp, documents=documents)

    def skip(self, skipped: Skipped) -> None:
        self.held[skipped.stamp.key] = skipped

    def remove(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self.held.pop(key, None)

    def commit(self) -> int:
        self.release()
        self.index.fail()
        self.index.committed = self.held
        self.index.commits += 1
        return self.index.commits

    def cancel(self) -> None:
        self.release()


class TextExtractor:
    """Reads UTF-8 text; anything else is damaged. Counts what it reads, and lets a test stand in its way."""

    def __init__(self, opened: list[str] | None = None, before: Callable[[str], None] = lambda path: None) -> None:
        self.opened = opened if opened is not None else []
        self._before = before
        self.closed = False

    def extract(self, path: str) -> Sequence[Document]:
        self._before(path)
        self.opened.append(path)
        try:
            text = Path(path).read_bytes().decode()
        except UnicodeDecodeError as error:
            raise UnreadableError(Reason.DAMAGED) from error
        if not text:
            raise UnreadableError(Reason.EMPTY)
        return [Document(type=os.path.splitext(path)[1][1:].lower(), text=text, sections=(Section(0, len(text)),))]

    def close(self) -> None:
        self.closed = True


class WholeSplitter:
    """One passage a document."""

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        size = len(document.text)
        return [Chunk(f"{source}#0", 0, 0, size, 0, len(document.text.encode("utf-8", "surrogatepass")), document.text, Location(line=1))]


class Desk:
    """A library over temporary folders, with everything needed to look at what happened."""

    def __init__(self, *folders: Path, index: MemoryIndex | None = None, workers: int = 2, before=lambda path: None, encoder=None, tell_waiting=lambda files: None, **more) -> None:
        roots = tuple(Root(f"id-{folder.name}", str(folder), folder.name) for folder in folders)
        self.library = Library(roots, **more)
        self.index = index or MemoryIndex()
        self.events: list[IndexEvent] = []
        self.opened: list[str] = []
        self.syncer = Syncer(
            self.index, lambda: TextExtractor(self.opened, before), WholeSplitter(), self.library, self.events.append, workers=workers, encoder=encoder,
            tell_waiting=tell_waiting,
        )  # fmt: skip

    def sync(self, places=None, token: CancelToken | None = None):
        self.opened.clear()
        return self.syncer.sync(token or CancelToken(), places)

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def close(self) -> None:
        self.syncer.close()


def old(path: Path, text: str, moment: int = 1_600_000_000) -> Path:
    """A file that has stood still for long."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (moment, moment))
    return path
