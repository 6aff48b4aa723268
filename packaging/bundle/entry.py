"""Where the bundled program begins.

The program starts children of itself as `python -m MODULE`; a bundle has no python, so its own program answers to that as well.
"""

import runpy
import sys

from pincite.__main__ import main

if __name__ == "__main__":
    words = ["-m", "pincite.extraction.child"] if sys.argv[1:2] == ["--extraction-child"] else sys.argv[1:]
    if words[:2] == ["-m", "pincite"]:
        sys.exit(main(words[2:]))
    if words[:1] == ["-m"] and words[1:] and words[1].startswith("pincite."):
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.exit(main(words))
