"""Wires the window, and takes it down in the right order. The only module of the window that knows the assembly."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QObject, QSettings, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFileDialog

from pincite.assembly import open_searcher
from pincite.domain.errors import PinciteError
from pincite.resources import resource
from pincite.settings import Settings, default_library, load, save, with_folders
from pincite.ui.actions import CardActions, release_clipboard
from pincite.ui.asked import Asked
from pincite.ui.collecting import MainThreadCollector
from pincite.ui.first_run.presenter import FirstRunPresenter
from pincite.ui.main_window import MainWindow, Page
from pincite.ui.opening import installed
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.page_client import PageClient
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.results.model import ResultsModel
from pincite.ui.session import Session
from pincite.ui.settings.dialog import SettingsDialog
from pincite.ui.text import counted
from pincite.ui.theme.theme import ThemeSource
from pincite.workers.errands import Errands
from pincite.workers.folders import FolderCount, count_files, offered_folders
from pincite.workers.indexer_client import IndexerClient
from pincite.workers.user_store import SavedSearch, save_search, saved_searches

log = logging.getLogger(__name__)

SWITCH_S = 0.001
"""Seconds after which the search thread must hand Python's lock to the window; Python's own 5 ms add up."""
INTERRUPTED = 130
"""Exit status after Ctrl+C in the terminal, as shells count it."""
SAMPLE = "sample-library"
"""The bundled library, in the resources."""


def run(arguments: argparse.Namespace) -> int:
    """Do what `pincite open` and `pincite screenshot` ask for; returns the exit status."""
    logging.basicConfig(level=logging.DEBUG if getattr(arguments, "verbose", False) else logging.WARNING, format="%(name)s: %(message)s")
    try:
        settings = _settings(arguments)
        if arguments.verb == "screenshot":
            from pincite.ui.screenshot import take_screenshot  # noqa: PLC0415  # sets the platform before Qt starts

            return take_screenshot(arguments, settings)
        _check_display()
        return _open(settings, tuple(arguments.folders))
    except PinciteError as error:
        sys.stderr.write(f"pincite: {error}\n")
        return 1


def _settings(arguments: argparse.Namespace) -> Settings:
    named: str | None = getattr(arguments, "library", None)
    return load(Path(os.path.abspath(named)) if named else default_library())  # noqa: PTH100  # keeps links as typed


def _check_display() -> None:
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise PinciteError("There is no display for the window; ask in the terminal with: pincite search \"your question\".")


def _open(settings: Settings, folders: tuple[str, ...]) -> int:
    application = make_qt_application()
    for folder in folders:
        if not Path(folder).is_dir():
            raise PinciteError(f"There is no folder {folder}; please check its name.")
    if folders:
        settings = with_folders(settings, folders)
        save(settings)
    sys.setswitchinterval(SWITCH_S)
    desk = Application(settings)
    collector = MainThreadCollector(application)
    desk.search.asked.connect(collector.postpone)
    desk.preview.head_changed.connect(collector.postpone)
    signal.signal(signal.SIGINT, lambda _number, _frame: application.exit(INTERRUPTED))
    tick = QTimer(application)  # lets Python see a signal while Qt's loop sleeps
    tick.start(500)
    desk.show()
    status = application.exec()
    desk.close()
    collector.close()
    return status


def make_qt_application() -> QApplication:
    """Qt's application object, dressed for Pincite; an existing one is used again."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationDisplayName("Pincite")
    for name in (application.setApplicationName, application.setOrganizationName, application.setDesktopFileName):
        name("pincite")
    if application.style().name() != "fusion":
        application.setStyle("Fusion")
    qInstallMessageHandler(_log_qt)
    application.setWindowIcon(QIcon(str(resource("icons/pincite.svg"))))
    return application


def _log_qt(level: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Qt's own messages go to the log; only what is critical is worth a person's notice."""
    logging.getLogger("qt").log(logging.ERROR if level in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg) else logging.INFO, "%s", text)


class Application(QObject):
    """Everything that lives as long as the window."""

    def __init__(self, settings: Settings, *, live: bool = True) -> None:
        super().__init__()
        self.settings = settings
        self._live = live
        self._home = str(Path.home())
        look = settings.appearance
        self.source = ThemeSource(look.theme, look.text_scale, self)
        self.search = SearchPresenter(ResultsModel(self), self._home, self)
        self.preview = PreviewPresenter(self)
        self.actions = CardActions(self)
        self.window = MainWindow(self.source, self.search, self.preview, self.actions)
        self.window.results.view.single_keys = look.single_keys
        self.pages = PageClient(self)
        self.errands = Errands(self)
        self.session: Session | None = None
        self.first_run = FirstRunPresenter(self)
        self._saved: tuple[SavedSearch, ...] = ()
        self._state = QSettings(str(settings.library / "window.ini"), QSettings.Format.IniFormat, self)
        self._connect()
        self.errands.run("programs", lambda: installed(sys.platform))
        self.begin()

    def show(self) -> None:
        """Show the window as it was."""
        geometry, panes = self._state.value("geometry"), self._state.value("panes")
        if geometry is not None:
            self.window.restoreGeometry(geometry)  # pyright: ignore[reportArgumentType]  # what was stored below
        if panes is not None:
            self.window.restore_splitter(panes)  # pyright: ignore[reportArgumentType]  # as above
        self.window.show()
        QTimer.singleShot(0, self.window, self.window.rehearse)

    def close(self) -> None:
        """Take down in order: the workers, the children, then Qt."""
        release_clipboard()
        self._state.setValue("geometry", self.window.saveGeometry())
        self._state.setValue("panes", self.window.splitter_state())
        if self.session is not None:
            self.session.close()
        self.errands.close()
        self.pages.close()
        self.window.close()

    # ------------------------------------------------------------------------------ library

    def begin(self) -> None:
        """Open the library; or the first screen, if it has no folder."""
        self.window.header.set_library(self.settings.name if self.settings.name != "Library" else _name_of(self.settings))
        if self.session is not None:
            self.session.close()
            self.session.deleteLater()
            self.session = None
        if not self.settings.roots:
            self._first_run()
            return
        settings = self.settings
        indexer = IndexerClient(_indexer_command(settings), self) if self._live else None
        self.session = Session(lambda: open_searcher(settings), indexer, self.window, self.search, self.preview, self._home, self)
        self.session.start()
        self.errands.run("saved", lambda: saved_searches(settings.library))
        self.window.show_page(Page.ATLAS)

    def _first_run(self) -> None:
        view = self.window.first_run
        view.show_library(str(self.settings.library))
        self.window.show_page(Page.FIRST_RUN)
        self.errands.run("offered", lambda: offered_folders(self._home))

    def _start_reading(self, folders: tuple[str, ...]) -> None:
        self._decide(with_folders(self.settings, folders))

    def _decide(self, settings: Settings) -> None:
        """Keep new settings; the library opens anew when they are stored."""
        look = settings.appearance
        self.source.choose(look.theme)
        self.source.set_scale(look.text_scale)
        self.window.results.view.single_keys = look.single_keys
        kept = {root.id for root in settings.roots}
        removed = [root.path for root in self.settings.roots if root.id not in kept]
        if removed and self.session is not None:
            self.session.close()  # its indexer holds the lock that forgetting needs
        self.settings = settings

        def store() -> Settings:
            for path in removed:
                forget = (sys.executable, "-m", "pincite", "forget", path, "--library", str(settings.library))
                subprocess.run(forget, check=False, capture_output=True)
            save(settings)
            return settings

        self.errands.run("settings", store)

    # ------------------------------------------------------------------------------ wiring

    def _connect(self) -> None:
        self.errands.done.connect(self._errand_done)
        self.errands.failed.connect(lambda _name, sentence: self.window.strip.say(sentence))  # pyright: ignore[reportUnknownLambdaType]
        self.preview.page_wanted.connect(self.pages.request)
        self.pages.drawn.connect(self.preview.show_page)
        self.pages.failed.connect(self.preview.show_page_failure)
        self.window.wished.connect(self._do)
        self.window.closed.connect(QApplication.quit)
        first_run = self.window.first_run
        self.first_run.choices_changed.connect(first_run.show_choices)
        self.first_run.suggested.connect(first_run.suggest)
        self.first_run.count_wanted.connect(self._count)
        first_run.started.connect(self._start_reading)
        first_run.sample_wanted.connect(lambda: self._start_reading((str(resource(SAMPLE)),)))
        first_run.folder_wanted.connect(lambda: self._choose_folder(self._take_folder))
        first_run.settings_wanted.connect(self.show_settings)
        self.window.atlas.search_chosen.disconnect()
        self.window.atlas.search_chosen.connect(self._ask_saved)

    def _errand_done(self, name: str, value: object) -> None:
        match name, value:
            case "programs", frozenset():
                self.actions.available = value
            case "offered", tuple():
                self.first_run.offer(value)
            case "count", FolderCount():
                self.first_run.show_count(value.path, value.files, value.left_out, value.more)
            case "saved", tuple():
                self._saved = value
                self.window.atlas.show_saved(tuple(one.name for one in self._saved))
            case "settings", Settings():
                self.begin()
            case _:
                log.debug("nobody waits for the errand %r", name)

    def _do(self, wish: str) -> None:
        acts: dict[str, Callable[[], object]] = {"settings": self.show_settings, "save": self._save_search, "add-folder": self._add_folder}
        if self.session is not None:
            acts |= {"pause": self.session.toggle_pause, "check": self.session.check_now, "attention": self.session.show_attention}
        acts.get(wish, lambda: None)()

    def show_settings(self) -> SettingsDialog:
        """Open the settings."""
        dialog = SettingsDialog(self.settings, self.source, self.window)
        dialog.decided.connect(self._decide)
        dialog.open()
        return dialog

    def _add_folder(self) -> None:
        self._choose_folder(lambda path: self._start_reading((path,)))

    def _choose_folder(self, take: Callable[[str], object]) -> None:
        dialog = QFileDialog(self.window, "Choose a folder", self._home, fileMode=QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(take)
        dialog.open()

    def _count(self, path: str) -> None:
        self.errands.run("count", lambda: count_files(path))

    def _take_folder(self, path: str) -> None:
        self.first_run.offer((path,))
        self.window.first_run.choose(path)

    def _save_search(self) -> None:
        asked = self.search.state
        if asked.empty:
            return
        choices = counted(len(asked.filters), "choice") if asked.filters else ""
        name = " · ".join(part for part in (asked.text.strip(), choices) if part)
        library, wanted = self.settings.library, SavedSearch(name, asked.text, asked.mode, asked.filters)
        self.errands.run("saved", lambda: save_search(library, wanted))
        self.window.strip.say(f"Saved: {name}")

    def _ask_saved(self, name: str) -> None:
        for one in self._saved:
            if one.name == name:
                self.search.restore(Asked(one.text, one.mode, one.filters))


def _name_of(settings: Settings) -> str:
    return settings.roots[0].name if settings.roots else "Pincite"


def _indexer_command(settings: Settings) -> tuple[str, ...]:
    return (sys.executable, "-m", "pincite", "index", "--watch", "--json", "--library", str(settings.library))
