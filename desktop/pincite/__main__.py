"""Picks a door: the window for `open` and `screenshot`, the command line for everything else; and imports only that one."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pincite.cli.arguments import WINDOW_VERBS, parse


def main(argv: Sequence[str] | None = None) -> int:
    """Run Pincite; returns the exit status."""
    try:
        arguments = parse(sys.argv[1:] if argv is None else argv)
        if arguments.verb in WINDOW_VERBS:
            from pincite.ui.run import run as open_window  # noqa: PLC0415  # the command line must not load Qt

            return open_window(arguments)
        from pincite.cli.main import run  # noqa: PLC0415  # the window does not need it

        return run(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
