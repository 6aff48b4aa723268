"""The commands of the packaging folder, importable."""

from __future__ import annotations

import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
COMMANDS = CHECKOUT / "packaging"

sys.path.insert(0, str(COMMANDS))  # as for `python packaging/start.py`
