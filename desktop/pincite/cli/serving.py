"""`pincite mcp`: the tool for a language model."""

from __future__ import annotations

import argparse

from pincite.cli.terminal import Terminal
from pincite.domain.errors import PinciteError
from pincite.settings import Settings


def mcp(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Serve until standard input closes."""
    del settings, arguments, terminal
    raise PinciteError("Serving a language model is not yet part of this version.")
