#!/usr/bin/env python3
"""Check everything: the style, the types, the import contracts and the whole test suite. `--long` adds the tests that take minutes to hours.

Makes the virtual environment and installs what the lock file pins, with what the tests need. Anything else on the
command line goes to pytest.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # an older Python must still be able to read this line
    sys.exit("Pincite needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031  # so old that it knows no f-strings

from checks import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
