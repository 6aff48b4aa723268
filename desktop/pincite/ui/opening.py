"""Opens a source at its place: which viewer or editor takes a page, a line or an anchor, system by system.

The table is data: a row says for which types a program is, on which systems, and how its arguments are made. A program that
cannot be told the place is never preferred to one that can; the last resort is the system's own choice, without a place.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pincite.domain.citation import plain_uri, uri_of
from pincite.domain.search import Passage

TEXTS = frozenset(
    "md markdown txt text rst org adoc tex bib py js ts tsx jsx c h cpp hpp cc rs go java kt rb php sh pl lua r sql css scss xml json jsonl "
    "yaml yml toml ini cfg csv tsv log srt vtt".split()
)
"""Types that an editor opens at a line."""
PAGES = frozenset({"pdf", "djvu", "ps"})
"""Types that a viewer opens at a page."""
BROWSED = frozenset({"html", "htm", "xhtml"})
"""Types that a browser opens at an anchor."""
RUN = frozenset(
    "desktop sh bash zsh fish csh ksh command tool run app appimage bin elf out so exe com scr pif msi msix msp msc cpl bat cmd ps1 psm1 vbs vbe js jse "
    "wsf wsh hta reg inf lnk url scf website webloc jar jnlp py pyw pyc pyz pl rb php lua tcl scpt applescript workflow terminal deb rpm".split()
)
"""Endings of files that a system may run, or follow elsewhere, when it is told to open them."""
EVERYWHERE = frozenset({"linux", "darwin", "win32"})


@dataclass(frozen=True, slots=True)
class Program:
    """One row. Arguments may hold ``{path}``, ``{page}``, ``{line}``, ``{word}`` and ``{uri}``; `needs` names what must be known."""

    name: str
    executable: str
    arguments: tuple[str, ...]
    types: frozenset[str]
    needs: str
    systems: frozenset[str] = EVERYWHERE


PROGRAMS = (
    Program("Okular", "okular", ("--page", "{page}", "--find", "{word}", "{path}"), PAGES, "page"),
    Program("Evince", "evince", ("--page-index={page}", "--find={word}", "{path}"), PAGES, "page"),
    Program("Papers", "papers", ("--page-index={page}", "{path}"), PAGES, "page"),
    Program("Atril", "atril", ("--page-index={page}", "--find={word}", "{path}"), PAGES, "page"),
    Program("Xreader", "xreader", ("--page-index={page}", "--find={word}", "{path}"), PAGES, "page"),
    Program("Zathura", "zathura", ("--page={page}", "--find={word}", "{path}"), PAGES, "page"),
    Program("Sioyek", "sioyek", ("--page", "{page}", "{path}"), PAGES, "page"),
    Program("MuPDF", "mupdf", ("{path}", "{page}"), PAGES, "page"),
    Program("SumatraPDF", "SumatraPDF", ("-page", "{page}", "-search", "{word}", "{path}"), PAGES, "page", frozenset({"win32"})),
    Program("Skim", "displayline", ("-p", "{page}", "{path}"), PAGES, "page", frozenset({"darwin"})),
    Program("Firefox", "firefox", ("{uri}",), PAGES | BROWSED, "uri"),
    Program("Chromium", "chromium", ("{uri}",), PAGES | BROWSED, "uri"),
    Program("Google Chrome", "google-chrome", ("{uri}",), PAGES | BROWSED, "uri"),
    Program("VS Code", "code", ("--goto", "{path}:{line}"), TEXTS, "line"),
    Program("VSCodium", "codium", ("--goto", "{path}:{line}"), TEXTS, "line"),
    Program("Zed", "zed", ("{path}:{line}",), TEXTS, "line"),
    Program("Sublime Text", "subl", ("{path}:{line}",), TEXTS, "line"),
    Program("Kate", "kate", ("--line", "{line}", "{path}"), TEXTS, "line"),
    Program("KWrite", "kwrite", ("--line", "{line}", "{path}"), TEXTS, "line"),
    Program("Text Editor", "gnome-text-editor", ("{path}", "+{line}"), TEXTS, "line"),
    Program("gedit", "gedit", ("{path}", "+{line}"), TEXTS, "line"),
    Program("Pluma", "pluma", ("+{line}", "{path}"), TEXTS, "line"),
    Program("Xed", "xed", ("+{line}", "{path}"), TEXTS, "line"),
    Program("Mousepad", "mousepad", ("--line={line}", "{path}"), TEXTS, "line"),
    Program("gVim", "gvim", ("+{line}", "{path}"), TEXTS, "line"),
    Program("Emacs", "emacs", ("+{line}", "{path}"), TEXTS, "line"),
    Program("Notepad++", "notepad++", ("-n{line}", "{path}"), TEXTS, "line", frozenset({"win32"})),
    Program("TextMate", "mate", ("--line", "{line}", "{path}"), TEXTS, "line", frozenset({"darwin"})),
)
"""Viewers and editors, the best for its type first."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What will be started: the program's name and its whole command; an empty command means the system opens `uri`."""

    name: str
    command: tuple[str, ...]
    uri: str


def installed(system: str) -> frozenset[str]:
    """The executables of the table that this machine has. Looks at the disk: not for the main thread."""
    return frozenset(program.executable for program in PROGRAMS if system in program.systems and shutil.which(program.executable))


def opening_of(passage: Passage, available: Collection[str], system: str, line: int | None = None, word: str = "") -> Opening:
    """How to open the source of *passage* at its place with what is *available*."""
    uri = uri_of(passage.path, passage.location) if passage.type in PAGES | BROWSED else plain_uri(passage.path)
    values = {
        "path": passage.path,
        "uri": uri,
        "word": word,
        "page": passage.location.page,
        "line": line if line is not None else passage.location.line,
    }
    for program in PROGRAMS:
        fits = passage.type in program.types and system in program.systems and program.executable in available
        if fits and values[program.needs] and not passage.member:
            return Opening(program.name, (program.executable, *_arguments(program, values)), uri)
    if may_run(passage.path):
        return Opening("its folder", (), plain_uri(str(Path(passage.path).parent)))
    return Opening("the default program", (), uri)


def may_run(path: str) -> bool:
    """Whether a system might run this file instead of showing it. Such a file is opened by a named editor alone."""
    return path.rpartition(".")[2].lower() in RUN


def _arguments(program: Program, values: dict[str, str | int | None]) -> list[str]:
    """The arguments filled in; those about a word are left out if there is none. Paths never pass through a shell."""
    result: list[str] = []
    for argument in program.arguments:
        if "{word}" in argument and not values["word"]:
            if not argument.startswith("-"):
                result.pop()  # its option came before it
            continue
        for name, value in values.items():
            argument = argument.replace("{" + name + "}", str(value))  # noqa: PLW2901  # filled in step by step
        result.append(argument)
    return result
