"""The process in which parsers run: reads one request at a time from its standard input, answers on its standard output.

It confines itself (`guard`) before it touches a file. It ends when its input closes, when it has grown large, or when a file takes
longer than the deadline (should nobody be left to kill it).
"""

from __future__ import annotations

import faulthandler
import os
import sys
from typing import Any, BinaryIO, Final

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors
from pincite.extraction.guard import confine
from pincite.extraction.source_file import Options
from pincite.extraction.wire import encode, options_from_json, read_frame, refusal_to_json, to_json, write_encoded

_GRACE_S: Final = 10.0
"""Seconds after the deadline at which an orphan ends itself."""
_GROWN: Final = 176 << 20
"""Bytes at which a child asks to be replaced: what one huge file took is not given back. With 224 MB a first reading is 4 % quicker and takes 70 MB more."""


def main() -> None:
    """Serve requests until the input closes."""
    requests, answers = _take_streams()
    settings = read_frame(requests)
    if settings is None:
        return
    options = Options(**options_from_json(settings["options"]))
    confine(int(settings["memory"]), programs=options.programs, folders=tuple(settings.get("folders", ())))
    serve(requests, answers, Extractors(options), settings)


def serve(requests: BinaryIO, answers: BinaryIO, extractors: Extractors, settings: dict[str, Any]) -> None:
    """Answer each request in turn."""
    deadline_s = float(settings["deadline_s"])
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  # no path of ours
        while (request := read_frame(requests)) is not None:
            faulthandler.dump_traceback_later(deadline_s + _GRACE_S, exit=True, file=nowhere)
            answer = _answer(extractors, request["path"], settings)
            faulthandler.cancel_dump_traceback_later()
            write_encoded(answers, answer)


def _answer(extractors: Extractors, path: str, settings: dict[str, Any]) -> bytes:
    """The answer as JSON."""
    try:
        documents = [to_json(document) for document in extractors.extract(path)]
        answer = encode({"documents": documents, "spent": _is_spent(settings)})
        if len(answer) > int(settings["output"]):
            raise UnreadableError(Reason.TOO_LARGE, "it yields more text than the limit")
        return answer
    except UnreadableError as error:
        refusal = error
    except MemoryError:
        refusal = UnreadableError(Reason.TOO_LARGE, "it needs more memory than it may have")
    return encode({"refusal": refusal_to_json(refusal), "spent": _is_spent(settings)})


def _is_spent(settings: dict[str, Any]) -> bool:
    """Whether this process has grown so large that it should be replaced."""
    return _memory_used() > min(_GROWN, int(settings["memory"]) // 2)


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; what a parser prints goes nowhere instead of between the answers."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return requests, answers


def _memory_used() -> int:
    """Bytes at this process's largest; 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


if __name__ == "__main__":
    main()
