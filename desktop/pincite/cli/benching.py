"""`pincite bench`: retrieval quality on judged collections."""

from __future__ import annotations

import argparse

from pincite.cli.terminal import Terminal
from pincite.domain.errors import PinciteError
from pincite.settings import Settings


def bench(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Measure, and print one table."""
    del settings, arguments, terminal
    raise PinciteError("Measuring quality is not yet part of this version.")
