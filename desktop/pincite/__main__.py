"""Picks a door: the window for `open` and `screenshot`, the command line for everything else. Qt is loaded only for the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run Pincite; returns the exit status."""
    if argv is None:
        _name_files_in_utf8()
    try:
        from pincite.cli.arguments import WINDOW_VERBS, parse  # noqa: PLC0415  # an interruption may come this early

        arguments = parse(sys.argv[1:] if argv is None else argv)
        from pincite.cli.main import run  # noqa: PLC0415  # as above

        if arguments.verb not in WINDOW_VERBS:
            return run(arguments)
        from pincite.ui.run import verb  # noqa: PLC0415  # the command line must not load Qt

        return run(arguments, verb(arguments.verb))
    except KeyboardInterrupt:
        return 130


def _name_files_in_utf8() -> None:
    """Begin again in Python's UTF-8 mode where the locale names files in another encoding: a library's paths are Unicode."""
    if sys.getfilesystemencoding().lower() == "utf-8" or os.environ.get("PYTHONUTF8") == "1":
        return
    os.environ["PYTHONUTF8"] = "1"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  # this very program


if __name__ == "__main__":
    sys.exit(main())
