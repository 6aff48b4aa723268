"""Renders the real window into a picture, without a display: for the README, for checks, and to look at what was built."""

from __future__ import annotations

import argparse
import os

from pincite.domain.errors import PinciteError
from pincite.domain.search import Filter
from pincite.settings import Settings

DEADLINE_MS = 60_000
"""Milliseconds after which a picture is given up."""
SETTLE_MS = 60
"""Milliseconds for the last repaint once everything has arrived."""


def take_screenshot(arguments: argparse.Namespace, settings: Settings) -> None:
    """Write `arguments.out`. Raises `PinciteError` if the picture cannot be made or written."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(arguments.scale)
    from pincite.ui.shooting import Shooting  # noqa: PLC0415  # Qt reads both when it is loaded

    chosen = [Filter(key, value) for key, value in arguments.filter] + [Filter(key, value, exclude=True) for key, value in arguments.exclude]
    shooting = Shooting(settings, arguments.view, arguments.theme, tuple(arguments.size))
    picture = shooting.take(arguments.question, tuple(chosen), DEADLINE_MS, SETTLE_MS)
    if picture.isNull() or not picture.save(arguments.out):
        raise PinciteError(f"The picture cannot be written to {arguments.out}.")
