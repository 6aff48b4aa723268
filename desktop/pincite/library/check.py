"""Compares disk and index file by file: what is missing, what is stale, and what is a ghost."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.cancel import CancelToken
from pincite.library.memory import Memory
from pincite.library.plan import SyncPlan
from pincite.library.reader import FileReader, Same
from pincite.library.survey import Library


@dataclass(frozen=True, slots=True)
class Check:
    """Absolute paths, in order. `missing` files are on the disk and not in the index, `stale` ones hold something else
    there, `ghost` ones are in the index alone. Files left out with their reason are none of these.
    """

    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    ghost: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether disk and index agree."""
        return not (self.missing or self.stale or self.ghost)


def compare(library: Library, memory: Memory, todo: SyncPlan, reader: FileReader, token: CancelToken) -> Check:
    """What *todo*, the plan for the whole library, says of the index. Reads the files in doubt. Raises `Cancelled`."""
    known = {key for key, state in memory.known.items() if state.skipped is None}
    missing = [stamp.key for stamp in todo.read if stamp.key not in memory.known]
    stale = [stamp.key for stamp in todo.read if stamp.key in memory.known]
    ghost = [key for key in todo.removals if key in known]
    ghost += [skipped.stamp.key for skipped in todo.skips if skipped.stamp.key in known]
    for move in todo.moves:
        missing.append(move.stamp.key)
        ghost.append(move.state.stamp.key)
    for doubt in todo.doubts:
        token.check()
        if doubt.stamp.key != doubt.state.stamp.key:
            missing.append(doubt.stamp.key)
            ghost.append(doubt.state.stamp.key)
        elif not isinstance(reader.compare(doubt), Same):
            stale.append(doubt.stamp.key)
    return Check(*(tuple(sorted(map(library.path, keys))) for keys in (missing, stale, ghost)))
