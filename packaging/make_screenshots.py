"""Make the pictures of the README and the manual anew, from the sample library: `python packaging/make_screenshots.py`.

Renders the real window, offscreen, through `pincite screenshot`; nothing is drawn by hand.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from console import Stopped, clean_environment, main_status, run
from environment import CHECKOUT

IMAGES = CHECKOUT / "resources" / "help" / "images"
QUESTION = "how long must a frozen bag stand before it is cut open?"
PAGE = "how to start the generator"
VIEWS = {
    "results-light": ("--view", "results", "--theme", "light", "--question", QUESTION),
    "results-dark": ("--view", "results", "--theme", "dark", "--question", QUESTION),
    "preview-light": ("--view", "preview", "--theme", "light", "--question", PAGE),
    "atlas-light": ("--view", "atlas", "--theme", "light"),
    "atlas-dark": ("--view", "atlas", "--theme", "dark"),
}
"""Each picture's name, and what `pincite screenshot` is told."""


def main() -> int:
    """Index the sample library in a folder of its own, and take every picture."""
    IMAGES.mkdir(exist_ok=True)
    environment = clean_environment(QT_QPA_PLATFORM="offscreen")
    with tempfile.TemporaryDirectory() as folder:
        pincite = [sys.executable, "-m", "pincite", "--library", str(Path(folder) / "library")]
        commands = [["index", "--quiet", str(CHECKOUT / "resources" / "sample-library")]]
        commands += [["screenshot", str(IMAGES / f"{name}.png"), "--size", "1440x900", *options] for name, options in VIEWS.items()]
        for command in commands:
            if run([*pincite, *command], environment) != 0:
                raise Stopped(f"pincite {command[0]} failed; the lines above say why.")
    return 0


if __name__ == "__main__":
    sys.exit(main_status(main))
