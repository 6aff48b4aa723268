"""Write the lock file anew: `python packaging/lock.py`, in an environment that has uv.

One resolution for every system and every Python from 3.11 on, with the hash of every file, in sections that
`start.py` and `test.py` install from. Nothing in it names an index or a folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import CHECKOUT, LOCK, SECTION

BUILD = ("hatchling>=1.27", "editables>=0.5")
"""What installing the checkout needs; the same as `[build-system]`, and what hatchling asks for besides."""

HEAD = """\
# Every package of Pincite with its exact version and the hash of each of its files, for every system from Python 3.11 on.
# Written by packaging/lock.py from pyproject.toml; do not edit. packaging/start.py and packaging/test.py install from it.
"""


def compiled(source: Path, *options: str) -> dict[str, str]:
    """The resolution of *source*, as its lines, keyed by "name==version ; marker"."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--native-tls", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", *options, str(source)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    blocks = re.split(r"\n(?=[A-Za-z0-9])", output.strip())
    return {block.split("\\", 1)[0].strip(): block for block in blocks}


def main() -> None:
    """Resolve everything together, then say which part is for building, for running and for testing."""
    project = CHECKOUT / "pyproject.toml"
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder) / "build.in"
        build.write_text("\n".join(BUILD) + "\n", "utf-8")
        everything = compiled(project, "--extra", "test", str(build))
        pins = Path(folder) / "pins.txt"
        pins.write_text("\n".join(everything.values()) + "\n", "utf-8")
        core = compiled(project, "--constraint", str(pins))
        building = {name: block for name, block in compiled(build, "--constraint", str(pins)).items() if name not in core}
    rest = {name: block for name, block in everything.items() if name not in core and name not in building}
    sections = (("build", "to install the checkout", building), ("core", "to run", core), ("test", "to test", rest))
    text = HEAD + "".join(f"\n{SECTION}{name} ({why})\n" + "\n".join(blocks.values()) + "\n" for name, why, blocks in sections)
    LOCK.write_text(text, "utf-8")
    print(f"{LOCK.name}: " + ", ".join(f"{len(blocks)} {name}" for name, _, blocks in sections))


if __name__ == "__main__":
    main()
