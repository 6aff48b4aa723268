"""Writes what became of each file into the index, and keeps account of it for the report."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence

from pincite.domain.documents import FileKey, FileStamp, Reason, Root, Skipped, Source
from pincite.domain.errors import PinciteError
from pincite.domain.events import Committed, IndexEvent, LeftOut, Synced
from pincite.library.batch import Batch, cuts_of, state_of
from pincite.library.facets import is_quarantined, place_facets
from pincite.library.memory import Memory
from pincite.library.outcomes import Filed, Gone, Outcome, Same, Slice, Task, Unsettled
from pincite.library.plan import Doubt, Move, SyncPlan
from pincite.library.survey import Library

logger = logging.getLogger(__name__)


class Ledger:
    """The account of one run."""

    def __init__(self, library: Library, memory: Memory, emit: Callable[[IndexEvent], None]) -> None:
        self._library = library
        self._memory = memory
        self._emit = emit
        self._batch = Batch(memory)
        self._added: list[str] = []
        self._updated: list[str] = []
        self._deleted: list[str] = []
        self._cut: list[tuple[str, str, str]] = []

    @property
    def due(self) -> bool:
        """Whether it is time to commit."""
        return self._batch.due

    def apply(self, todo: SyncPlan) -> list[FileStamp]:
        """Do what needs no reading; the files that have to be read after all."""
        for key in todo.removals:
            self._remove(key)
        for skipped in todo.skips:
            self._skip(skipped)
        return [stamp for move in todo.moves if (stamp := self._move(move)) is not None]

    def enter(self, task: Task, outcome: Outcome) -> FileStamp | None:
        """Write one outcome down; the file's stamp if it has to be read all the same."""
        if isinstance(outcome, Unsettled):
            outcome = outcome.source  # with its stamp of before, so that the next look reads it again
        if isinstance(outcome, Same):
            return self._same(outcome)
        if isinstance(outcome, Gone):
            self._remove(outcome.stamp.key)
        elif isinstance(outcome, Skipped):
            self._skip(outcome)
        elif isinstance(outcome, Source):
            self._put(outcome)
        if isinstance(task, Doubt) and task.state.stamp.key != task.stamp.key:
            self._remove(task.state.stamp.key)  # it was thought to have moved, and had not
        return None

    def adopt(self, done: Slice) -> None:
        """Write down what a builder made of files. Raises `StorageError` if it is gone."""
        for filed in done.filed:
            self._alone(filed.state.stamp.key)
        known = [self._is_known(filed.state.stamp.key) for filed in done.filed]
        self._batch.adopt(done.segment, [filed.state for filed in done.filed])
        for filed, before in zip(done.filed, known, strict=True):
            self._entered(filed, known=before)

    def hold(self) -> None:
        """Keep other processes from writing until `commit` or `cancel`. Raises `IndexLockedError`."""
        self._batch.hold()

    def commit(self) -> None:
        """Publish what was written so far. Raises `StorageError`."""
        generation = self._batch.commit()
        if generation is not None:
            tally = self._memory.tally()
            self._emit(Committed(generation, tally.documents, tally.passages))

    def cancel(self) -> None:
        """Drop what is not published."""
        self._batch.cancel()

    def report(self, todo: SyncPlan, away: Sequence[Root], elapsed_s: float, *, whole: bool) -> Synced:
        """What was done. Of everything that is left out, only a look at the *whole* library tells."""
        states = self._memory.known.values() if whole else ()
        left_out = [state.skipped for state in states if state.skipped and state.stamp.root in self._library.by_id]
        tally = self._memory.tally()
        return Synced(
            added=tuple(sorted(self._added)),
            updated=tuple(sorted(self._updated)),
            deleted=tuple(sorted(self._deleted)),
            unchanged=todo.unchanged,
            skipped=tuple(sorted([*self._cut, *((self._path(one.stamp.key), one.reason.code, one.detail) for one in left_out)])),
            documents=tally.documents,
            passages=tally.passages,
            elapsed_s=elapsed_s,
            unavailable=tuple(root.path for root in away),
        )

    def _put(self, source: Source) -> None:
        key = source.stamp.key
        known = self._is_known(key)
        try:
            self._alone(key).put(source)
        except PinciteError:
            raise
        except Exception:  # the writer raises before it changes anything; one document must not end the run
            logger.exception("the index refused a file of type %r", os.path.splitext(key[1])[1])
            self._skip(Skipped(source.stamp, Reason.DAMAGED, "Pincite failed on it; the log has the details.", source.version))
            return
        self._entered(Filed(state_of(source), cuts_of(source)), known=known)

    def _entered(self, filed: Filed, *, known: bool) -> None:
        """Tell of a file that was read; *known* if it could be found before."""
        path = self._path(filed.state.stamp.key)
        (self._updated if known else self._added).append(path)
        for detail in filed.cut:
            cut = Skipped(filed.state.stamp, Reason.CUT, detail, filed.state.version)
            self._cut.append((path, cut.reason.code, cut.detail))
            self._emit(LeftOut(path, cut))

    def _same(self, same: Same) -> FileStamp | None:
        state = same.doubt.state
        if same.stamp.key != state.stamp.key:
            return self._move(Move(state, same.stamp))
        if same.stamp != state.stamp:
            self._alone(same.stamp.key).touch(same.stamp)
        self._memory.settle(same.stamp)
        return None

    def _move(self, move: Move) -> FileStamp | None:
        """Let the file take its text along; its stamp, if it went in or out of quarantine and has to be read anew."""
        old, new = move.state.stamp, move.stamp
        set_aside = [is_quarantined({}, relative, self._library.quarantine) for relative in (old.relative, new.relative)]
        if set_aside[0] != set_aside[1]:
            self._remove(old.key)
            return new
        self._alone(old.key)
        self._alone(new.key).move(move, place_facets(self._library.by_id[new.root], new))
        self._deleted.append(self._path(old.key))
        self._added.append(self._path(new.key))
        return None

    def _skip(self, skipped: Skipped) -> None:
        path = self._path(skipped.stamp.key)
        if self._is_known(skipped.stamp.key):
            self._deleted.append(path)
        self._alone(skipped.stamp.key).skip(skipped)
        self._emit(LeftOut(path, skipped))

    def _remove(self, key: FileKey) -> None:
        if key not in self._memory.known:
            return
        if self._is_known(key):
            self._deleted.append(self._path(key))
        self._alone(key).remove(key)

    def _is_known(self, key: FileKey) -> bool:
        """Whether the file could be found so far."""
        state = self._memory.known.get(key)
        return state is not None and state.skipped is None

    def _alone(self, key: FileKey) -> Batch:
        """The batch, with no other change of this file in it: a transaction does not see its own documents."""
        if self._batch.holds(key):
            self.commit()
        return self._batch

    def _path(self, key: FileKey) -> str:
        return self._library.path(key)
