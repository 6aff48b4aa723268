"""One library while its window is open: the search process, the indexer's, and what passes between them and the window."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pincite.domain.events import Committed, Embedding, IndexEvent, LeftOut, Notice, Synced
from pincite.domain.search import Query, SearchResult
from pincite.ui.atlas.values import atlas_of, recent_of
from pincite.ui.attention.rows import attention_count, groups_of, rows_of
from pincite.ui.figures.values import sections_of
from pincite.ui.main_window import MainWindow, Page
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.progress.status import Status, after
from pincite.ui.results.answer import answer_of
from pincite.workers.indexer_client import IndexerClient
from pincite.workers.search import SearchWorker
from pincite.workers.searching import SearchService

REFRESH_MS = 1000
"""Milliseconds after a commit before question and atlas are asked again; commits in between are one."""
PATIENCE_S = 1.0
"""Seconds that closing waits for a search; one that is just loading the model is left to end with the program."""
RECENT = 8
"""Files under "recently changed"."""


class Session(QObject):
    """Connects presenters with workers. `close` takes down in order: searching, then the indexer; `end` does so without waiting."""

    ended = Signal()
    """After `end`: both workers are gone, and the library's lock is free."""

    def __init__(
        self,
        service: SearchService,
        indexer: IndexerClient | None,
        window: MainWindow,
        search: SearchPresenter,
        preview: PreviewPresenter,
        home: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._search, self._preview, self._home = window, search, preview, home
        self.status = Status()
        self.worker = SearchWorker(service, self, prepare=partial(answer_of, home=home))
        self.indexer = indexer
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self._ask_again)
        self._connect()

    def start(self) -> None:
        """Ask for the atlas and start to follow the disk."""
        self._ask_about_library()
        self.worker.warm_up()
        if self.indexer is not None:
            self.indexer.start()
        else:
            self._show_status(replace(self.status, state="good", headline="As last indexed"))

    def close(self) -> None:
        """End both workers; nothing is delivered afterwards."""
        self._refresh.stop()
        self.worker.close(PATIENCE_S)
        if self.indexer is not None:
            self.indexer.close()

    def end(self) -> None:
        """Let both workers end by themselves; `ended` comes when they have. Nothing is delivered from now on."""
        self._refresh.stop()
        self.worker.close(0.0)
        if self.indexer is None:
            QTimer.singleShot(0, self, self.ended.emit)
        else:
            self.indexer.ended.connect(self.ended)
            self.indexer.end()

    def _ask_about_library(self) -> None:
        self.worker.submit_atlas(Query(""))
        self.worker.list_left_out()
        self.worker.list_recent(RECENT)

    def pause(self, on: bool) -> None:
        """Pause reading, or go on."""
        if self.indexer is not None:
            self.indexer.order("pause" if on else "resume")
            headline = "Paused by you" if on else "Reading goes on"
            self._show_status(replace(self.status, paused=on, headline=headline, can_pause=True))

    def toggle_pause(self) -> None:
        """Pause if it reads, go on if it is paused."""
        self.pause(not self.status.paused)

    def check_now(self) -> None:
        """Look at the folders now."""
        if self.indexer is not None:
            self.indexer.order("rescan")

    def show_attention(self) -> None:
        """Show the files that need attention."""
        self.worker.list_left_out()
        self._window.show_page(Page.ATTENTION)

    def show_figures(self) -> None:
        """Show the library in numbers."""
        self.worker.describe()

    # ------------------------------------------------------------------------------ wiring

    def _connect(self) -> None:
        worker, search, preview = self.worker, self._search, self._preview
        search.asked.connect(worker.submit)
        worker.answered.connect(search.show_answer)
        worker.refused.connect(search.show_refusal)
        worker.failed.connect(search.show_failure)
        worker.troubled.connect(self._window.strip.say)
        worker.atlas_answered.connect(self._show_atlas)
        worker.left_out_listed.connect(self._show_left_out)
        worker.recent_listed.connect(self._show_recent)
        worker.described.connect(lambda figures: self._window.show_figures(sections_of(figures)))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]  # a signal carries objects
        preview.read_wanted.connect(worker.read)
        worker.document_read.connect(preview.show_reading)
        self._window.strip.pause_pressed.connect(self.pause)
        self._window.attention.retry_wanted.connect(self.check_now)
        if self.indexer is not None:
            self.indexer.told.connect(self._take)
            self.indexer.stopped.connect(self._indexer_stopped)

    @Slot(object)
    def _take(self, event: IndexEvent) -> None:
        if self.status.paused and not isinstance(event, Synced | Notice):
            return
        self._show_status(after(self.status, event, datetime.now().astimezone()))
        if isinstance(event, Committed | Synced):
            self._start_refresh()
        if isinstance(event, Embedding) and event.done >= event.total:
            self._start_refresh()

    def _start_refresh(self) -> None:
        if not self._refresh.isActive():  # a steady stream of commits must not push it away for ever
            self._refresh.start()

    def _ask_again(self) -> None:
        self._ask_about_library()
        if self._window.page is Page.RESULTS:
            self._search.ask_now()

    @Slot(object)
    def _show_atlas(self, result: SearchResult) -> None:
        atlas = atlas_of(result)
        self._window.atlas.show_atlas(atlas)
        if self._search.state.empty:
            self._window.facets.show_counts(result.facets)  # so that its rows are made before the first answer needs them
        if not self.status.counts:
            self._show_status(replace(self.status, counts=atlas.total))

    @Slot(object)
    def _show_recent(self, files: list[tuple[str, int]]) -> None:
        self._window.atlas.show_recent(recent_of(files, datetime.now().astimezone()))

    @Slot(object)
    def _show_left_out(self, files: list[LeftOut]) -> None:
        needing = attention_count(files)
        self._window.attention.show_rows(rows_of(files, self._home), needing)
        self._window.atlas.show_attention(groups_of(files))
        self._show_status(replace(self.status, attention=needing))

    def _indexer_stopped(self, sentence: str) -> None:
        self._show_status(replace(self.status, state="bad", headline=sentence, progress=-1.0, can_pause=False))

    def _show_status(self, status: Status) -> None:
        self.status = status
        self._window.strip.show_status(status)
