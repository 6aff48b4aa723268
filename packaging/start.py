#!/usr/bin/env python3
"""Start Pincite from a checkout, on any machine with Python 3.11 or newer and nothing else.

Makes the virtual environment, installs what the lock file pins, looks for the libraries that Qt needs, and opens the
window on the given folders (or on the bundled sample library). Without a display it does the main job in the
terminal: it indexes, then answers questions.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # an older Python must still be able to read this line
    sys.exit("Pincite needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031  # so old that it knows no f-strings

from terminal import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
