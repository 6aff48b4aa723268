"""Takes files out of the index for good: their passages, their words, their vectors, and the bytes that dead segments still hold."""

from __future__ import annotations

from collections.abc import Collection

from pincite.domain.documents import FileKey
from pincite.domain.protocols import Index
from pincite.library.memory import Memory


def forget(index: Index, memory: Memory, keys: Collection[FileKey]) -> int:
    """Forget the files under *keys*; how many of them could be found so far.

    When this returns, no file of the index holds a trace of them. Raises `IndexLockedError` or `StorageError`; whatever it raises,
    calling it again finishes the work.
    """
    found = sum(1 for key in keys if (state := memory.known.get(key)) and state.skipped is None)
    if keys:
        writer = index.writer()
        try:
            writer.remove(keys)
        except BaseException:
            writer.cancel()
            raise
        memory.learn(dict.fromkeys(keys), writer.commit())
    index.prune_vectors()
    memory.learn({}, index.compact())
    return found


def strangers(memory: Memory, roots: Collection[str]) -> list[FileKey]:
    """Files of roots that are none of *roots* (ids): their folder was taken out, and the forgetting was interrupted."""
    return [key for key in memory.known if key[0] not in roots]
