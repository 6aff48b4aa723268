"""System libraries: found out, installed by root on Debian, else named in one line."""

from __future__ import annotations

from pathlib import Path

import debian
import pytest
import qt_libraries
from qt_libraries import CORE, SCREEN, ensure, install_line, loads, missing


@pytest.fixture
def system(monkeypatch, tmp_path):
    """A made-up system: programs on its path, libraries that are lacking, and who runs it."""

    def make(*programs: tuple[str, str], lacking: set[str], root: bool = False) -> Path:
        for name, text in programs:
            (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin" if programs and programs[0][0] == "apt-get" else str(tmp_path))
        monkeypatch.setattr(debian, "is_root", lambda: root)
        monkeypatch.setattr(qt_libraries, "missing", lambda libraries: missing(libraries, lambda soname: soname not in lacking))
        return tmp_path

    monkeypatch.setattr("sys.platform", "linux")
    return make


def test_only_what_the_linker_lacks_is_missing(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")

    lacking = missing(CORE, probe=lambda soname: soname != "libEGL.so.1")

    assert [library.debian for library in lacking] == ["libegl1"]


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_bring_their_own(platform, monkeypatch):
    monkeypatch.setattr("sys.platform", platform)

    assert missing(CORE + SCREEN, probe=lambda soname: False) == []


def test_a_library_that_nobody_has_does_not_load():
    assert not loads("libthere-is-no-such-thing.so.9")


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("apt-get", "sudo apt-get install -y --no-install-recommends libegl1 libglib2.0-0"),
        ("dnf", "sudo dnf install -y libglvnd-egl glib2"),
        ("pacman", "sudo pacman -S --needed libglvnd glib2"),
    ],
)
def test_the_line_names_each_package_once(program, line, system):
    system((program, "exit 0"), lacking=set())
    lacking = [library for library in CORE if library.soname in ("libEGL.so.1", "libglib-2.0.so.0", "libgthread-2.0.so.0")]

    assert install_line(lacking) == line


def test_a_system_without_a_known_packager_gets_the_library_names(system):
    system(("something", "exit 0"), lacking=set())

    assert "libGL.so.1" in install_line(CORE[:1])


def test_root_on_debian_gets_them_installed(system, capsys):
    lacking = {"libEGL.so.1"}
    bin_folder = system(("apt-get", 'echo "$@" >> "$(dirname "$0")/calls"'), lacking=lacking, root=True)
    lacking_before = set(lacking)

    there = ensure(CORE)

    calls = (bin_folder / "calls").read_text().splitlines()
    assert calls == ["install -y --no-install-recommends -o Acquire::Retries=1 -o Acquire::http::Timeout=20 libegl1"]
    assert lacking == lacking_before
    assert not there, "our apt-get installed nothing, and that is noticed"
    assert "apt-get install -y --no-install-recommends libegl1" in capsys.readouterr().err


def test_package_lists_are_fetched_when_there_are_none(system):
    bin_folder = system(
        ("apt-get", 'here=$(dirname "$0"); echo "$1" >> "$here/calls"; [ "$1" = update ] && touch "$here/lists"; [ -e "$here/lists" ]'),
        lacking={"libGL.so.1"},
        root=True,
    )

    ensure(CORE)

    assert (bin_folder / "calls").read_text().split() == ["install", "update", "install"]


def test_anybody_else_only_gets_the_line(system, capsys):
    bin_folder = system(("apt-get", 'touch "$(dirname "$0")/calls"'), lacking={"libxcb-cursor.so.0"})

    there = ensure(CORE + SCREEN)

    assert not there
    assert not (bin_folder / "calls").exists()
    assert "sudo apt-get install -y --no-install-recommends libxcb-cursor0" in capsys.readouterr().err
