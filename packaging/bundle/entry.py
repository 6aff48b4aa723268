"""Where the bundled program begins. Child processes are started from the same file, so they are told apart first."""

import multiprocessing
import sys

from pincite.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
