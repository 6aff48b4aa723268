"""How fast each format is read: files, pages and megabytes a second of one core, and PDF beside pypdf alone.

    python tests/benchmarks/extraction.py [--json FILE] [FOLDER ...]

Without folders it reads the sample library, the shared files if they lie beside the checkout, and a manual made for the purpose.
CPU seconds are counted, so other load hardly changes them; with `--wall` the folders are also read through child processes, two at
a time, and the wall time is told.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from pypdf import PdfReader
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate

from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors, supported
from pincite.extraction.isolated import Isolated
from pincite.extraction.source_file import SourceFile

CHECKOUT = Path(__file__).resolve().parents[2]
DEFAULT = (CHECKOUT / "resources" / "sample-library", CHECKOUT.parent / "shared" / "data" / "files")
PARAGRAPHS = 1_200
PYPDF_PAGES = 30
BOOK = 1_000_000
"""Bytes from which a PDF is a book, and worth comparing; without any, a manual of plain prose is made, which pypdf likes best."""


@dataclass
class Speed:
    """What one format took; `seconds` of CPU, `size` in bytes."""

    files: int = 0
    pages: int = 0
    size: int = 0
    characters: int = 0
    seconds: float = 0.0
    refused: int = 0

    def row(self, name: str) -> str:
        seconds = max(self.seconds, 1e-9)
        pages = f"{self.pages / seconds:9.0f}" if self.pages else " " * 9
        return f"{name:10}{self.files:7}{self.refused:9}{self.files / seconds:10.1f}{pages}{self.size / seconds / 1e6:8.2f}{self.characters / 1e6:10.2f}"


def files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        if folder.is_dir():
            yield from (path for path in sorted(folder.rglob("*")) if path.is_file() and supported(str(path)))


def manual() -> bytes:
    """A PDF of some hundred pages of plain prose."""
    style = getSampleStyleSheet()["BodyText"]
    sentence = "The builder looked at every plank in the shed, number {n}, and wrote down which of them were sound and which were not. "
    out = io.BytesIO()
    SimpleDocTemplate(out).build([Paragraph((sentence * 9).format(n=n), style) for n in range(PARAGRAPHS)])
    return out.getvalue()


def measure(paths: Iterable[Path]) -> dict[str, Speed]:
    extractors = Extractors()
    speeds: dict[str, Speed] = defaultdict(Speed)
    for path in paths:
        data = path.read_bytes()
        add(speeds[path.suffix.lower().lstrip(".") or "(none)"], extractors, SourceFile(path.name, data))
    return speeds


def add(speed: Speed, extractors: Extractors, file: SourceFile) -> None:
    started = time.process_time()
    try:
        documents = extractors.read(file)
    except UnreadableError as error:
        documents = error.documents
        speed.refused += 1
    speed.seconds += time.process_time() - started
    speed.files += 1
    speed.size += len(file.data)
    speed.pages += sum(len(document.pages) for document in documents)
    speed.characters += sum(len(document.text) for document in documents)


def beside_pypdf(data: bytes) -> tuple[float, float]:
    """Pages a second of CPU: ours, pypdf's."""
    speed = Speed()
    add(speed, Extractors(), SourceFile("manual.pdf", data))
    reader = PdfReader(io.BytesIO(data))
    pages = reader.pages[:PYPDF_PAGES]
    started = time.process_time()
    for page in pages:
        page.extract_text()
    return speed.pages / speed.seconds, len(pages) / (time.process_time() - started)


def wall(paths: list[Path], children: int = 2) -> float:
    """Seconds of wall time to read everything in child processes."""

    def read(path: Path) -> None:
        try:
            isolated.extract(str(path))
        except UnreadableError:
            return

    started = time.perf_counter()
    with Isolated() as isolated, ThreadPoolExecutor(children) as pool:
        list(pool.map(read, paths))
    return time.perf_counter() - started


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--wall", action="store_true")
    chosen = parser.parse_args(arguments)
    paths = list(files(chosen.folders or DEFAULT))
    Extractors().read(SourceFile("warm.txt", b"The first text loads the model of languages, which is not to be measured here."))
    speeds = measure(paths)
    print(f"{'format':10}{'files':>7}{'refused':>9}{'files/s':>10}{'pages/s':>9}{'MB/s':>8}{'M chars':>10}")
    for name, speed in sorted(speeds.items(), key=lambda item: -item[1].files):
        print(speed.row(name))
    books = {path.name: path.read_bytes() for path in paths if path.suffix.lower() == ".pdf" and path.stat().st_size > BOOK}
    beside = {name: beside_pypdf(data) for name, data in (books or {"a made manual": manual()}).items()}
    for name, (ours, theirs) in beside.items():
        print(f"\nPDF, {name}: {ours:.0f} pages/s, pypdf alone {theirs:.0f} pages/s: {ours / theirs:.1f} times")
    if chosen.wall:
        print(f"{len(paths)} files in two children: {wall(paths):.1f} s")
    if chosen.json:
        result = {"formats": {name: asdict(speed) for name, speed in speeds.items()}, "pdf_and_pypdf_pages_s": beside}
        chosen.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
