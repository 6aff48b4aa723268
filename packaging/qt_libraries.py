"""The system libraries that the window needs and that no Python package brings: found out, and installed or named.

Which they are was found out on a bare Debian 12. Other systems than Linux bring their own.
"""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import debian
from console import say


@dataclass(frozen=True)
class Library:
    """A shared library as the linker knows it, and the packages of Debian, Fedora and Arch that hold it."""

    soname: str
    debian: str
    fedora: str
    arch: str


CORE = (
    Library("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd"),
    Library("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libgthread-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    Library("libbrotlidec.so.1", "libbrotli1", "libbrotli", "brotli"),
)
"""For drawing at all, also without a screen (tests, `pincite screenshot`)."""

SCREEN = (
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
)
"""Besides, for a window on an X11 screen."""


def loads(soname: str) -> bool:
    """Whether the linker finds the library."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def missing(libraries: Sequence[Library], probe: Callable[[str], bool] = loads) -> list[Library]:
    """Those of *libraries* that this system does not have; none on anything but Linux."""
    return [] if not sys.platform.startswith("linux") else [library for library in libraries if not probe(library.soname)]


def install_line(lacking: Sequence[Library]) -> str:
    """The command that installs *lacking* here, for a person to run."""
    sudo = "" if debian.is_root() else "sudo "
    if shutil.which("apt-get"):
        return f"{sudo}apt-get install -y --no-install-recommends {_names(library.debian for library in lacking)}"
    if shutil.which("dnf"):
        return f"{sudo}dnf install -y {_names(library.fedora for library in lacking)}"
    if shutil.which("pacman"):
        return f"{sudo}pacman -S --needed {_names(library.arch for library in lacking)}"
    return "(your system's package manager) " + _names(library.soname for library in lacking)


def ensure(libraries: Sequence[Library]) -> bool:
    """Whether all *libraries* are there in the end: as root on a Debian-like system they are installed, else the line is printed."""
    lacking = missing(libraries)
    if not lacking:
        return True
    say(f"The window needs system libraries that are not here: {_names(library.soname for library in lacking)}")
    if debian.install([library.debian for library in lacking]):
        lacking = missing(libraries)
        if not lacking:
            say("They are installed now.")
            return True
    say(f"To install them, run:\n    {install_line(lacking)}")
    return False


def _names(names: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(names))
