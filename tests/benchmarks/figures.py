"""Every figure that the engine is held to, in one table: ``python tests/benchmarks/figures.py [FOLDER ...] [--json FILE]``.

    [--corpus FILE] [--only PART ...] [--questions N] [--slow-most N] [--work DIR]

Runs the other benchmarks, each in processes of its own: `engine` (beside tantivy, FTS5, bm25s and stock Whoosh), `live` (saved notes
and re-scans), `answers` (from a question's text to its answer), `html` (files to searchable, beside Recoll where it is installed) and
`memory`. Prints what was reached beside what must be and what is aimed at; ratios are of one run on one machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus import DEFAULT_FOLDERS, questions, read_corpus

HERE = Path(__file__).parent
PARTS = ("engine", "live", "answers", "html", "memory")
Measured = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """What is measured: `value` reads it from what the parts wrote, and is better the smaller it is. *must* and *aim* are its bounds."""

    what: str
    value: Callable[[Measured], float]
    must: float
    aim: float
    unit: str = ""

    def row(self, measured: Measured) -> str | None:
        """A line of the table; None if its part was not run or its peer is not here."""
        try:
            value = self.value(measured)
        except KeyError:
            return None
        reached = "aim" if value <= self.aim else "must" if value <= self.must else "MISSED"
        return f"{self.what:66}{value:10.3f}{self.unit:4}{self.must:9.3f}{self.aim:9.3f}  {reached}"


def query(peer: str, share: str) -> Callable[[Measured], float]:
    """Our processor time for a question over that of *peer*: what other programs do meanwhile changes it little."""
    return lambda m: m["engine"]["engines"]["pincite"][share] / m["engine"]["engines"][peer][share]


def build(peer: str) -> Callable[[Measured], float]:
    """Our processor time for a passage over that of *peer*."""

    def ratio(m: Measured) -> float:
        ours, theirs = m["engine"]["engines"]["pincite"], m["engine"]["engines"][peer]
        return (ours["build_cpu_s"] / ours["passages"]) / (theirs["build_cpu_s"] / theirs["passages"])

    return ratio


FIGURES = (
    Figure("8-word question with facet counts, p50 / tantivy's top 10", query("tantivy", "cpu_p50_ms"), 2, 1),
    Figure("the same, p95", query("tantivy", "cpu_p95_ms"), 4, 1),
    Figure("p50 / FTS5", query("FTS5", "cpu_p50_ms"), 1 / 20, 1 / 20),
    Figure("p50 / stock Whoosh (with fewer passages)", query("stock Whoosh", "cpu_p50_ms"), 1 / 100, 1 / 100),
    Figure("p50 / bm25s", query("bm25s", "cpu_p50_ms"), 1, 1),
    Figure("build, text in memory to committed, a passage / tantivy", build("tantivy"), 3, 1),
    Figure("the same / stock Whoosh", build("stock Whoosh"), 1 / 5, 1 / 5),
    Figure(
        "index without vectors / extracted text", lambda m: m["engine"]["engines"]["pincite"]["size_mb"] / m["engine"]["text_mb"], 0.6, 0.4
    ),
    Figure("memory while building, beyond the texts", lambda m: m["engine"]["engines"]["pincite"]["build_mb"], 600, 400, " MB"),
    Figure("memory while searching", lambda m: m["memory"]["resident_mb"], 250, 150, " MB"),
    Figure("HTML files to searchable / recollindex", lambda m: m["html"]["ours_s"] / m["html"]["recoll_s"], 0.5, 0.25),
    Figure("saved 5 kB note to found, p95, 100,000 passages", lambda m: m["live"]["saved to found, s (p95)"], 1, 0.3, " s"),
    Figure("re-scan of 15,000 unchanged files", lambda m: m["live"]["re-scan on a timer, s (median of 5)"], 2, 0.5, " s"),
    Figure("files opened meanwhile", lambda m: m["live"]["files opened meanwhile"], 0, 0),
    Figure("question to answer by words, p95 of processor time", lambda m: m["answers"]["keyword_cpu_p95_ms"], 15, 15, " ms"),
    Figure("question to answer by both, p95 of processor time", lambda m: m["answers"]["hybrid_cpu_p95_ms"], 40, 40, " ms"),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="*", default=[folder for folder in DEFAULT_FOLDERS if Path(folder).exists()])
    options.add_argument("--corpus", type=Path, help="keep the extracted corpus here, or read it from here")
    options.add_argument("--only", nargs="*", choices=PARTS, default=PARTS)
    options.add_argument("--questions", type=int, default=200)
    options.add_argument("--slow-most", type=int, default=30_000, help="passages for stock Whoosh")
    options.add_argument("--work", type=Path, help="keep what the parts write here, and use what is here")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="pincite-figures-") as temporary:
        work = chosen.work or Path(temporary)
        work.mkdir(exist_ok=True)
        measured = measure(chosen, work)
    print(f"{'':66}{'measured':>10}{'':4}{'must':>9}{'aim':>9}")
    print("\n".join(row for figure in FIGURES if (row := figure.row(measured))))
    if chosen.json:
        chosen.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def measure(chosen: argparse.Namespace, work: Path) -> dict[str, Any]:
    """What each part wrote, by its name."""
    corpus = chosen.corpus or work / "corpus.jsonl"
    texts = read_corpus(chosen.folders, corpus)
    asked = [" ".join(words) for words in questions(texts, chosen.questions)]
    common = ["--corpus", str(corpus), "--questions", str(chosen.questions)]
    parts: dict[str, Callable[[], Any]] = {
        "engine": lambda: run("engine.py", work, *common, "--slow-most", str(chosen.slow_most)),
        "live": lambda: run("live.py", work),
        "answers": lambda: run("answers.py", work, *common, "--index", str(work / "index")),
        "html": lambda: html(chosen.folders[0], work),
        "memory": lambda: memory(work / "index", asked),
    }
    return {name: measure_part() for name, measure_part in parts.items() if name in chosen.only}


def run(script: str, work: Path, *options: str) -> Any:
    """What a benchmark beside this one writes as JSON; what it prints is printed."""
    written = work / f"{script}.json"
    subprocess.run([sys.executable, str(HERE / script), *options, "--json", str(written)], check=True)
    return json.loads(written.read_text(encoding="utf-8"))


def html(folder: str, work: Path) -> dict[str, float]:
    """Seconds from the HTML files of *folder* to an index that can be searched by words, ours and Recoll's."""
    library = work / "html"
    shutil.rmtree(library, ignore_errors=True)
    command = [sys.executable, "-m", "pincite", "--library", str(library), "--quiet", "index", "--no-vectors", folder]
    figures = {"ours_s": timed(command)}
    if shutil.which("recollindex"):
        place = work / "recoll"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "recoll.conf").write_text(f"topdirs = {folder}\n")
        figures["recoll_s"] = timed(["recollindex", "-c", str(place)])
    return figures


def timed(command: list[str]) -> float:
    """Seconds by the clock that *command* takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def memory(index: Path, asked: list[str]) -> dict[str, float]:
    """Megabytes of a process that answered all of *asked*."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / "resident.py"), str(index)],
        input="\n".join(asked),
        text=True,
        check=True,
        capture_output=True,
        env=environment,
    )
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
