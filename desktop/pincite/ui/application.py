"""Wires the window, and takes it down in the right order. The only module of the window that knows the assembly."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog

from pincite.assembly import open_searcher
from pincite.domain.errors import SettingsError
from pincite.domain.wording import counted
from pincite.resources import resource
from pincite.settings import Settings, moved, save, with_folders
from pincite.ui.actions import CardActions, release_clipboard
from pincite.ui.child_programs import indexer_command, store
from pincite.ui.first_run.presenter import FirstRunPresenter
from pincite.ui.keeping import Keeping
from pincite.ui.libraries.dialog import NewLibraryDialog
from pincite.ui.libraries.presenter import LibrariesPresenter
from pincite.ui.libraries.web_pages import WebPages
from pincite.ui.main_window import MainWindow, Page
from pincite.ui.opening import installed
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.page_client import PageClient
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.results.model import ResultsModel
from pincite.ui.session import Session
from pincite.ui.settings.dialog import SettingsDialog
from pincite.ui.theme.theme import ThemeSource
from pincite.ui.window_state import WindowState
from pincite.workers.errands import Errands
from pincite.workers.folders import FolderCount, count_files, offered_folders
from pincite.workers.indexer_client import IndexerClient
from pincite.workers.libraries import LibraryEntry
from pincite.workers.search_client import start_remote_search
from pincite.workers.searching import LocalSearch, SearchService

log = logging.getLogger(__name__)

SAMPLE = "sample-library"
"""The bundled library, in the resources."""


class Application(QObject):
    """Everything that lives as long as the window."""

    def __init__(self, settings: Settings, *, live: bool = True, service: SearchService | None = None) -> None:
        """*service* answers the questions put to *settings*' library, if it is loading already. Not *live*, nothing else runs beside."""
        super().__init__()
        self.settings = settings
        self._live = live
        self._home = str(Path.home())
        self._service = service
        look = settings.appearance
        self.source = ThemeSource(look.theme, look.text_scale, self, contrast=look.contrast)
        self.search = SearchPresenter(ResultsModel(self), self._home, self)
        self.preview = PreviewPresenter(self)
        self.actions = CardActions(self)
        self.window = MainWindow(self.source, self.search, self.preview, self.actions)
        self.window.results.view.single_keys = look.single_keys
        self.pages = PageClient(self)
        self.errands = Errands(self)
        self.web_pages = WebPages(self.errands, self.source, self.window, self)
        self.session: Session | None = None
        self._leaving: Session | None = None
        self._afterwards: list[Callable[[], None]] = []
        self.first_run = FirstRunPresenter(self)
        self.keeping = Keeping(self.errands, self.search, self.window, self)
        self.libraries = LibrariesPresenter(self.errands, self)
        self._state = WindowState(settings.library, self.window, self)
        self._connect()
        self.errands.run("programs", lambda: installed(sys.platform))
        self.begin()

    def show(self) -> None:
        """Show the window as it was."""
        self._state.place()
        self._state.lay_out()
        self.window.show()
        QTimer.singleShot(0, self.window, self.window.rehearse)

    def close(self) -> None:
        """Take down in order: the workers, the children, then Qt."""
        release_clipboard()
        if self._live:  # a picture's size is nobody's choice
            self._state.store()
        for session in (self.session, self._leaving):
            if session is not None:
                session.close()
        self.errands.close()
        self.pages.close()
        self.web_pages.close()
        self.window.close()

    # ------------------------------------------------------------------------------ library

    def begin(self) -> None:
        """Open the library; or the first screen, if it has no folder. What is open ends before, while the window goes on."""
        self.window.header.set_library(self.settings.name if self.settings.name != "Library" else _name_of(self.settings))
        self.libraries.list_beside(self.settings.library)
        self._leave(self._open_library)

    def _leave(self, then: Callable[[], None]) -> None:
        """End what is open, without waiting for it; *then* its lock is free."""
        self._afterwards.append(then)
        if self._leaving is not None:
            return
        self._leaving, self.session = self.session, None
        if self._leaving is None:
            self._left()
        else:
            self._leaving.ended.connect(self._left)
            self._leaving.end()

    def _left(self) -> None:
        if self._leaving is not None:
            self._leaving.deleteLater()
        self._leaving = None
        afterwards, self._afterwards = self._afterwards, []
        for then in afterwards:
            then()

    def _open_library(self) -> None:
        if not self.settings.roots:
            self._first_run()
            return
        settings = self.settings
        indexer = IndexerClient(indexer_command(settings), self) if self._live else None
        self.search.can_judge = bool(settings.judge.endpoint)
        service, self._service = self._service or self._search_service(settings), None
        self.session = Session(service, indexer, self.window, self.search, self.preview, self._home, self)
        self.session.start()
        self.keeping.open(settings.library)
        self.window.show_page(Page.ATLAS)

    def _search_service(self, settings: Settings) -> SearchService:
        """Questions are answered in a process of their own while a person looks on; a picture is answered here."""
        return start_remote_search(settings) if self._live else LocalSearch(lambda: open_searcher(settings))

    def _switch(self, settings: Settings) -> None:
        """Go to another library: the window stays, what was asked does not."""
        self._state.store()
        self._state.deleteLater()
        self.settings = settings
        self._state = WindowState(settings.library, self.window, self)
        self._state.lay_out()
        self.search.start_anew()
        self.preview.clear()
        self._wear(settings)
        self.begin()

    def _wear(self, settings: Settings) -> None:
        look = settings.appearance
        self.source.choose(look.theme)
        self.source.set_contrast(look.contrast)
        self.source.set_scale(look.text_scale)
        self.window.results.view.single_keys = look.single_keys

    def _first_run(self) -> None:
        self.window.first_run.show_library(str(self.settings.library), self.settings.notices)
        self.window.show_page(Page.FIRST_RUN)
        self.errands.run("offered", lambda: offered_folders(self._home))

    def _start_reading(self, folders: tuple[str, ...]) -> None:
        self._decide(with_folders(self.settings, folders))

    def _decide(self, settings: Settings) -> None:
        """Keep new settings. A new look is worn at once; for anything else the library opens anew when they are stored."""
        before, self.settings = self.settings, settings
        self._wear(settings)
        if replace(before, appearance=settings.appearance) == settings:
            self.errands.run("look", lambda: save(settings))
            return
        self._leave(lambda: self.errands.run("settings", lambda: store(before, settings)))

    # ------------------------------------------------------------------------------ wiring

    def _connect(self) -> None:
        self.errands.done.connect(self._errand_done)
        self.errands.failed.connect(lambda _name, sentence: self.window.strip.say(sentence))  # pyright: ignore[reportUnknownLambdaType]
        self.preview.page_wanted.connect(self.pages.request)
        self.pages.drawn.connect(self.preview.show_page)
        self.pages.failed.connect(self.preview.show_page_failure)
        self.window.wished.connect(self._do)
        self.window.header.library_chosen.connect(self.libraries.choose)
        self.web_pages.said.connect(self.window.strip.say)
        self.web_pages.kept.connect(self._take_roots)
        self.libraries.listed.connect(self._show_libraries)
        self.libraries.opened.connect(self._switch)
        self.window.attention.ignored.connect(self._ignore)
        self.window.closed.connect(QApplication.quit)
        first_run = self.window.first_run
        self.first_run.choices_changed.connect(first_run.show_choices)
        self.first_run.suggested.connect(first_run.suggest)
        self.first_run.count_wanted.connect(self._count)
        first_run.started.connect(self._start_reading)
        first_run.sample_wanted.connect(lambda: self._start_reading((str(resource(SAMPLE)),)))
        first_run.folder_wanted.connect(lambda: self._choose_folder(self._take_folder))
        first_run.settings_wanted.connect(self.show_settings)

    def _show_libraries(self, entries: tuple[LibraryEntry, ...], current: str) -> None:
        self.window.header.set_libraries(tuple((entry.path, entry.name) for entry in entries), current)
        self.window.first_run.offer_libraries(self.window.header.library_menu(), others=len(entries) > 1)

    def _errand_done(self, name: str, value: object) -> None:
        match name, value:
            case "programs", frozenset():
                self.actions.available = value
            case "offered", tuple():
                self.first_run.offer(value)
            case "count", FolderCount():
                self.first_run.show_count(value.path, value.files, value.left_out, value.more)
            case "settings", Settings():
                self.begin()
            case _:
                log.debug("nobody waits for the errand %r", name)

    def _do(self, wish: str) -> None:
        acts: dict[str, Callable[[], object]] = {"settings": self.show_settings, "save": self.keeping.save, "add-folder": self._add_folder, "new-library": self.show_new_library, "add-page": lambda: self.web_pages.ask(self.settings.library)}
        if self.session is not None:
            acts |= {"pause": self.session.toggle_pause, "check": self.session.check_now, "attention": self.session.show_attention, "figures": self.session.show_figures, "locate": self._locate}
        acts.get(wish, lambda: None)()

    def show_settings(self) -> SettingsDialog:
        """Open the settings."""
        away = self.session.status.away if self.session is not None else ()
        dialog = SettingsDialog(self.settings, self.source, self.window, away=away)
        dialog.decided.connect(self._decide)
        dialog.open()
        return dialog

    def show_new_library(self) -> NewLibraryDialog:
        """Ask for the name and the folder of a new library."""
        dialog = NewLibraryDialog(self.source, self._home, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.libraries.make)
        dialog.open()
        return dialog

    def _take_roots(self, settings: Settings) -> None:
        """Something was added from outside: a new folder opens the library anew, else a look at the folders will do."""
        if settings.library != self.settings.library:
            return
        if settings.roots != self.settings.roots:
            self.settings = settings
            self.begin()
        elif self.session is not None:
            self.session.check_now()

    def _add_folder(self) -> None:
        self._choose_folder(lambda path: self._start_reading((path,)))

    def _locate(self) -> None:
        """Ask where the folder lies now that was not found."""
        if self.session is not None and (away := self.session.status.away):
            self._choose_folder(lambda path: self._relocate(away[0], path))

    def _relocate(self, old: str, new: str) -> None:
        try:
            self._decide(moved(self.settings, old, new))
        except SettingsError as error:
            self.window.strip.say(str(error))

    def _choose_folder(self, take: Callable[[str], object]) -> None:
        dialog = QFileDialog(self.window, "Choose a folder", self._home, fileMode=QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(take)
        dialog.open()

    def _count(self, path: str) -> None:
        self.errands.run("count", lambda: count_files(path))

    def _ignore(self, rules: tuple[str, ...]) -> None:
        """Leave files out for good, by rules that the settings show and can take back."""
        reading = self.settings.reading
        self._decide(replace(self.settings, reading=replace(reading, exclude=tuple(dict.fromkeys((*reading.exclude, *rules))))))
        self.window.strip.say(f"Left out for good: {counted(len(rules), 'file')}; the settings list the rules")

    def _take_folder(self, path: str) -> None:
        self.first_run.offer((path,))
        self.window.first_run.choose(path)


def _name_of(settings: Settings) -> str:
    return settings.roots[0].name if settings.roots else "Pincite"
