#!/usr/bin/env python3
"""Check everything: the style, the types, the import contracts and the whole test suite. `--long` adds the tests that take minutes to hours.

Makes the virtual environment and installs what the lock file pins, with what the tests need. Anything else on the
command line goes to pytest.
"""

import sys

if sys.version_info < (3, 11):  # before any newer syntax is read
    sys.exit("Pincite needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031, UP036  # must parse on old ones

from checks import main  # noqa: E402  # after the check

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
