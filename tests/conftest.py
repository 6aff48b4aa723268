"""What every test stands on: a home of its own, no network, no screen, and the way to the shared documents beside the checkout."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = CHECKOUT.parent / "shared"
SAMPLE = CHECKOUT / "resources" / "sample-library"
HOMES = ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes, unless it was asked for by `--long` or `-m`."""
    if config.getoption("--long") or "long" in config.getoption("markexpr"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_sessionfinish() -> None:
    """Empty the clipboard: what was copied from Python must not outlive it, or Qt calls a dead interpreter while the process exits."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home folder for the run, so that no test reads or writes the person's own library, settings or window state."""
    folder = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    for name in HOMES:
        patch.delenv(name, raising=False)
    patch.setenv("HOME", str(folder))
    patch.setenv("USERPROFILE", str(folder))
    patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    patch.delenv("PINCITE_LIBRARY", raising=False)
    yield folder
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Refuse every connection that leaves this machine: the program is offline, and so are its tests."""
    patch = pytest.MonkeyPatch()
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        inet = self.family in (socket.AF_INET, socket.AF_INET6)
        if inet and isinstance(address, tuple) and str(address[0]) not in LOOPBACK:
            raise OSError(f"a test tried to reach {address[0]}")
        connect(self, address)  # pyright: ignore[reportArgumentType]

    patch.setattr(socket.socket, "connect", guarded)
    yield
    patch.undo()


@pytest.fixture
def library_folder(tmp_path: Path) -> Path:
    """A place for a library that is not there yet."""
    return tmp_path / "library"


@pytest.fixture
def sample_library(tmp_path: Path) -> Path:
    """A copy of the bundled documents, to change at will."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample-library"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared documents and collections beside the checkout; without it the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("the shared documents are not beside the checkout")
    return SHARED


@pytest.fixture(scope="session")
def collections(shared: Path) -> Path:
    """The judged retrieval collections."""
    return shared / "data" / "collections"


@pytest.fixture(scope="session")
def real_files(shared: Path) -> Path:
    """The real documents with the right answers."""
    return shared / "data" / "files"
