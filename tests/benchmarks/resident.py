"""How much memory a clean process holds while it searches: ``python tests/benchmarks/resident.py INDEX < questions``, one a line.

Prints one object of JSON, in megabytes: all that is resident, and the part of it that is the process's own (the rest are pages of
files, which the system takes back when it needs them). Linux tells; elsewhere the object is empty.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.search import Channel, Query
from pincite.index import open_index
from pincite.library.search import Searcher

ROOTS = (Root("docs", "/", "docs"),)


def resident() -> dict[str, float]:
    """Of this process, now."""
    rollup = Path("/proc/self/smaps_rollup")
    if not rollup.exists():
        return {}
    sizes = {line.split()[0].rstrip(":"): float(line.split()[1]) / 1024 for line in rollup.read_text().splitlines()[1:]}
    return {"resident_mb": round(sizes["Rss"], 1), "own_mb": round(sizes["Anonymous"], 1)}


def main() -> None:
    with Searcher(open_index(Path(sys.argv[1]), ROOTS), ROOTS) as searcher:
        for line in sys.stdin:
            searcher.search(Query(line.strip(), channel=Channel.KEYWORD), CancelToken())
        print(json.dumps(resident()))


if __name__ == "__main__":
    main()
