"""The process that answers the window's questions: it holds the index, the encoder and the judge, and only reads. No Qt.

It takes its orders from its standard input and ends at once when that closes, whatever it is doing; see `search_client`.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import queue
import sys
import threading
from typing import BinaryIO, cast

from pincite.assembly import open_searcher
from pincite.domain.cancel import CancelToken
from pincite.domain.errors import PinciteError
from pincite.library.pipes import GONE, take_streams
from pincite.settings import Settings
from pincite.workers.search_client import Request, SearchOrder
from pincite.workers.searching import FAULT, LocalSearch, Searcher, SearchService, Work, attempt

log = logging.getLogger(__name__)


def main() -> int:
    """Serve until the input ends."""
    requests, answers = take_streams()
    order = cast("SearchOrder", pickle.load(requests))  # noqa: S301  # written by this program
    logging.basicConfig(level=order.log_level, format="%(name)s: %(message)s")
    gc.set_threshold(100_000, 50, 100)  # an answer is many small values that refer to nothing in circles
    serve(LocalSearch(lambda: _open(order.settings)), requests, answers)
    return 0


def _open(settings: Settings) -> Searcher:
    searcher = open_searcher(settings)
    gc.freeze()  # what is loaded by now stays for good and need not be looked at again
    return searcher


def serve(service: SearchService, requests: BinaryIO, answers: BinaryIO) -> None:
    """Do what is asked, one after the other. A second thread listens meanwhile, and ends the process with its input."""
    inbox: queue.SimpleQueue[tuple[Work, CancelToken]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox), name="listener", daemon=True).start()
    try:
        while True:
            answers.write(_packed(attempt(service, *inbox.get())))
            answers.flush()
    except BrokenPipeError:
        return  # whoever asked is gone


def _listen(requests: BinaryIO, inbox: queue.SimpleQueue[tuple[Work, CancelToken]]) -> None:
    number, token = 0, CancelToken()
    try:
        while True:
            request = cast("Request", pickle.load(requests))  # noqa: S301  # written by this program
            if request.work is not None:
                number, token = request.number, CancelToken()
                inbox.put((request.work, token))
            elif request.number == number:
                token.cancel()
    except GONE:
        os._exit(0)  # nothing is written here that would have to be finished
    except BaseException:
        log.exception("a request could not be understood")
        os._exit(1)


def _packed(value: object) -> bytes:
    """*value* as it crosses; a bug if it cannot."""
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except Exception:
        log.exception("an answer could not be packed")
        return pickle.dumps(PinciteError(FAULT))


if __name__ == "__main__":
    sys.exit(main())
