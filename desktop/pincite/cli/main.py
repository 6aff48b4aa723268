"""Runs a verb and turns whatever happens into an exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted. Never a traceback.

The verbs that start the window come through here, too; their functions are the window's own.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from pincite.cli.terminal import Terminal, standard_terminal
from pincite.domain.errors import Cancelled, IndexDamagedError, IndexVersionError, PinciteError, SettingsError
from pincite.settings import Settings, default_library, load
from pincite.workers.libraries import named_library

log = logging.getLogger(__name__)

Verb = Callable[[Settings, argparse.Namespace, Terminal], int]

_MODULES = {
    "index": "indexing", "add": "adding", "search": "asking", "facets": "asking", "status": "listing", "skipped": "listing",
    "documents": "listing", "extract": "extracting", "check": "upkeep", "forget": "upkeep", "moved": "upkeep", "bench": "benching", "mcp": "serving",
    "feedback": "feedback", "libraries": "libraries",
}  # fmt: skip
"""Where the function of each verb is. A verb imports what it needs when it is run, so that no other has to wait for it."""


BEGINNERS = frozenset(["open", "index", "add", "extract", "bench"])
"""Verbs that may begin a library, or need none."""


def verb(name: str) -> Verb:
    """The function that does what the verb says."""
    return getattr(import_module(f"pincite.cli.{_MODULES[name]}"), name)


def run(arguments: argparse.Namespace, act: Verb | None = None) -> int:
    """Do what was asked, by *act* or by the function that the verb has here; returns the exit status."""
    terminal = standard_terminal(json_output=getattr(arguments, "json", False), quiet=getattr(arguments, "quiet", False))
    quietest = logging.WARNING if act else logging.ERROR  # a window has no other place for its warnings
    logging.basicConfig(level=logging.DEBUG if getattr(arguments, "verbose", False) else quietest, format="%(name)s: %(message)s")
    try:
        settings = library_settings(arguments)
        for notice in settings.notices:
            terminal.say(notice)
        if act:
            return act(settings, arguments, terminal)  # a window says the notices, too: it may have no terminal
        return verb(arguments.verb)(replace(settings, notices=()), arguments, terminal)
    except (KeyboardInterrupt, Cancelled):
        return 130
    except BrokenPipeError:  # `pincite search ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (IndexDamagedError, IndexVersionError) as error:
        terminal.fail(f"{error} pincite index mends it.")
        return 1
    except PinciteError as error:
        terminal.fail(str(error))
        return 1
    except OSError as error:  # most often the output: a full disk behind `> file`
        log.debug("the system refused", exc_info=True)
        terminal.fail(f"The system refused to go on: {error.strerror or error}{f' ({error.filename})' if error.filename else ''}.")
        return 1
    except Exception as error:  # the border: a bug becomes one sentence, its traceback goes to the log
        log.debug("a bug", exc_info=True)
        terminal.fail(f"Something went wrong inside Pincite ({type(error).__name__}: {error}); --verbose says more.")
        return 1


def library_settings(arguments: argparse.Namespace) -> Settings:
    """Settings of the library that the command line names, or of the default one.

    Raises `SettingsError` where a verb that only looks is sent to a library that does not exist: a slip must not begin one.
    """
    named: str | None = getattr(arguments, "library", None)
    library = named_library(named) if named else default_library()
    if named and arguments.verb not in BEGINNERS and not library.exists():
        raise SettingsError(f"There is no library in {library}; pincite index --library {named} FOLDER begins one.")
    return load(library)
