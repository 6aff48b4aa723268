"""Takes the files of a folder that lies somewhere else now for those that are known, without reading them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pincite.domain.protocols import Index
from pincite.library.memory import Memory
from pincite.library.plan import Doubt


def trust(index: Index, memory: Memory, doubts: Iterable[Doubt]) -> int:
    """Believe the *doubts* of which only the inode differs; how many. Raises `IndexLockedError` or `StorageError`."""
    believed = [doubt for doubt in doubts if doubt.stamp == replace(doubt.state.stamp, inode=doubt.stamp.inode)]
    if believed:
        writer = index.writer()
        try:
            for doubt in believed:
                writer.touch(doubt.stamp)
        except BaseException:
            writer.cancel()
            raise
        memory.learn({doubt.stamp.key: replace(doubt.state, stamp=doubt.stamp) for doubt in believed}, writer.commit())
    return len(believed)
