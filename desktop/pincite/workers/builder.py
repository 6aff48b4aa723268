"""The process in which files are read and made into segments while a library is read for the first time. No Qt.

It takes its orders from its standard input, and ends when that closes or when it is told to; see `pincite.library.remote`.
"""

from __future__ import annotations

import gc
import logging
import pickle
import signal
import sys
from types import FrameType
from typing import cast

from pincite.assembly import BuildOrder, open_builder
from pincite.library.pipes import take_streams
from pincite.library.remote import serve


def main() -> int:
    """Serve until the input ends."""
    logging.basicConfig(level=logging.ERROR, format="%(name)s: %(message)s")
    signal.signal(signal.SIGTERM, _end)
    requests, answers = take_streams()
    reader, builder = open_builder(cast("BuildOrder", pickle.load(requests)))  # noqa: S301  # written by this program
    gc.freeze()  # words and passages live long and refer to nothing in circles
    gc.set_threshold(100_000, 50, 100)
    try:
        serve(reader, builder, requests, answers)
    except BrokenPipeError:
        return 0  # whoever asked is gone
    finally:
        reader.close()
    return 0


def _end(number: int, frame: FrameType | None) -> None:
    """Let go of what is open, the process that parses above all, and end."""
    del number, frame
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main())
