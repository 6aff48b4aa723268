"""Spoils real and made files in every way that storage, mail and malice do, and watches what the readers make of them.

    python tests/extraction/fuzzing.py OUT [--minutes 30] [--seed 1]

Every file goes through `Isolated`, so that a hang or a flood is seen from outside; what is not a sound document or an honest refusal is kept in
OUT with its reason. A container is opened and its parts are spoilt within, so that the damage gets past the unpacker to the parser.
"""

from __future__ import annotations

import argparse
import gzip
import io
import random
import re
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citation_truth import truth_files

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors
from pincite.extraction.isolated import Isolated
from pincite.extraction.readers import READERS
from pincite.extraction.source_file import Options, SourceFile
from pincite.splitting.auto import AutoSplitter

CHECKOUT: Final = Path(__file__).parents[2]
SEED_FOLDERS: Final = (CHECKOUT / "resources" / "sample-library", CHECKOUT.parent / "shared" / "data" / "files")
MAX_SEED: Final = 300_000
"""Bytes of a file worth spoiling; a larger one only takes longer."""
DEADLINE_S: Final = 20.0
SLOW_S: Final = 8.0
"""Seconds after which a small file is suspicious, and seconds of the processor after which it is found guilty."""
MEMORY: Final = 1024**3
OPTIONS: Final = Options(max_text=2_000_000, max_pages=300, max_members=300, max_unpacked=50_000_000)
WORDS: Final = (
    b"\x00", b"\xff" * 8, b"%", b"<<" * 40, b"(" * 300, b"{" * 300, b"[" * 300, b"<a>" * 200, b"\n" * 500, b"9" * 400, b"-1", b"2147483648", b"1e309",
    b"\\", b"&#x110000;", b"<!--", b"]]>", b"```\n", b"---\n", b"\xed\xa0\x80", "\u202e\u0301\ufb01".encode(), b" obj", b"/Kids [1 0 R]", b"\r", b"=?utf-8?q?",
)  # fmt: skip
CONTAINERS: Final = frozenset("docx pptx xlsx odt ods odp epub zip".split())


@dataclass(frozen=True, slots=True)
class Seed:
    """A good file: its extension and its bytes."""

    extension: str
    data: bytes


def seeds() -> list[Seed]:
    """All files at hand that a reader knows: made ones with known truth, the sample library, the shared ones if they are here."""
    found = [Seed(file.name.rpartition(".")[2].lower(), file.data) for file in truth_files()]
    for folder in SEED_FOLDERS:
        for path in sorted(folder.rglob("*")):
            extension = path.suffix.lstrip(".").lower()
            if path.is_file() and extension in READERS and path.stat().st_size <= MAX_SEED:
                found.append(Seed(extension, path.read_bytes()))
    return found


def spoil(chance: random.Random, seed: Seed, other: Seed) -> bytes:
    """*seed* with damage; *other* lends it bytes."""
    if seed.extension in CONTAINERS and chance.random() < 0.8:
        inner = _in_zip(chance, seed.data, other)
        if inner is not None:
            return inner
    if seed.extension == "pdf" and chance.random() < 0.6:
        return _in_streams(chance, seed.data, other)
    if seed.data[:2] == b"\x1f\x8b" and chance.random() < 0.7:
        try:
            return gzip.compress(_bytes(chance, gzip.decompress(seed.data), other), 1)
        except (OSError, EOFError, zlib.error):
            pass
    return _bytes(chance, seed.data, other)


def _bytes(chance: random.Random, data: bytes, other: Seed) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        data = chance.choice(DAMAGES)(chance, data, other.data)
    return data


def _flip(chance: random.Random, data: bytes, _: bytes) -> bytes:
    if not data:
        return b"\x80"
    at = chance.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << chance.randrange(8),)) + data[at + 1 :]


def _cut(chance: random.Random, data: bytes, _: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _lose(chance: random.Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.choice((1, 8, 512, 4096)) :]


def _repeat(chance: random.Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    piece = data[at : at + chance.choice((1, 16, 256, 4096))]
    return data[:at] + piece * min(chance.choice((2, 20, 1000)), 100_000 // max(1, len(piece))) + data[at:]


def _insert(chance: random.Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(WORDS) + data[at:]


def _splice(chance: random.Random, data: bytes, other: bytes) -> bytes:
    at, start = chance.randrange(len(data) + 1), chance.randrange(len(other) + 1)
    return data[:at] + other[start : start + chance.choice((16, 512, 8192))] + data[at:]


def _renumber(chance: random.Random, data: bytes, _: bytes) -> bytes:
    places = list(re.finditer(rb"\d+", data[:200_000]))
    if not places:
        return data
    place = chance.choice(places)
    return data[: place.start()] + chance.choice((b"0", b"-1", b"65536", b"4294967295", b"99999999999999999999")) + data[place.end() :]


DAMAGES: Final[tuple[Callable[[random.Random, bytes, bytes], bytes], ...]] = (_flip, _cut, _lose, _repeat, _insert, _splice, _renumber)


def _in_zip(chance: random.Random, data: bytes, other: Seed) -> bytes | None:
    stream = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
            names = old.namelist()
            chosen = set(chance.sample(names, min(len(names), chance.choice((1, 1, 2)))))
            for name in names:
                content = old.read(name)
                new.writestr(name, _bytes(chance, content, other) if name in chosen else content)
    except (OSError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        return None
    return stream.getvalue()


def _in_streams(chance: random.Random, data: bytes, other: Seed) -> bytes:
    """Spoils the content of one packed PDF stream; its table of places is then wrong too, as in many real files."""
    streams = list(re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL))
    if not streams:
        return _bytes(chance, data, other)
    stream = chance.choice(streams)
    try:
        packed = zlib.compress(_bytes(chance, zlib.decompress(stream.group(1)), other))
    except zlib.error:
        packed = _bytes(chance, stream.group(1), other)
    return data[: stream.start(1)] + packed + data[stream.end(1) :]


def faults(documents: list[Document]) -> Iterator[str]:
    """What is wrong with documents that a reader gave: places out of order, pages that do not count, passages outside of their text."""
    for document in documents:
        at = 0
        for section in document.sections:
            if not at <= section.start <= section.end <= len(document.text):
                yield "sections out of order"
                break
            at = section.end
        if [page.number for page in document.pages] != list(range(1, len(document.pages) + 1)):
            yield "pages do not count from 1"
        chunks = AutoSplitter().split(document, "fuzz")
        if any(document.text[chunk.start : chunk.end] != chunk.text for chunk in chunks):
            yield "a passage is not its place's text"
        if len({chunk.id for chunk in chunks}) != len(chunks):
            yield "two passages have one id"


class Watch:
    """Reads spoilt files, counts outcomes, and keeps what should not have been."""

    def __init__(self, out: Path, extractor: Isolated) -> None:
        self._out = out
        self._extractor = extractor
        self._kept: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()

    @property
    def finds(self) -> int:
        """How many things that should not have been."""
        return self._kept.total()

    def read(self, extension: str, data: bytes) -> None:
        """One file, from the disk, as the indexer does it."""
        path = self._out / f"now.{extension}"
        path.write_bytes(data)
        started = time.monotonic()
        try:
            documents = list(self._extractor.extract(str(path)))
        except UnreadableError as error:
            self.outcomes[error.reason.code] += 1
            if error.reason is Reason.TOO_SLOW or "its reader failed" in error.detail or "crashed" in error.detail or "memory" in error.detail:
                self._keep(f"{error.reason.code}: {error.detail}", extension, data)
            return
        self.outcomes["text"] += 1
        for fault in faults(documents):
            self._keep(fault, extension, data)
        if time.monotonic() - started > SLOW_S and spent_s(SourceFile(path.name, data)) > SLOW_S:
            self._keep("slow", extension, data)

    def _keep(self, why: str, extension: str, data: bytes) -> None:
        label = re.sub(r"[^a-z0-9]+", "-", why.lower()).strip("-")[:60]
        self._kept[f"{label}.{extension}"] += 1
        number = self._kept[f"{label}.{extension}"]
        if number <= 3:
            (self._out / f"{label}-{number}.{extension}").write_bytes(data)
            print(f"FIND {why} ({extension})", flush=True)


def spent_s(file: SourceFile) -> float:
    """Seconds of the processor that reading takes; the clock on the wall also counts what others do on a busy machine."""
    started = time.process_time()
    list(Extractors(OPTIONS).read(file))
    return time.process_time() - started


def fuzz(out: Path, minutes: float, seed: int) -> Watch:
    """Spoil and read for so many minutes; the same seed spoils alike."""
    out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    by_extension: dict[str, list[Seed]] = {}
    for good in seeds():
        by_extension.setdefault(good.extension, []).append(good)
    extensions = sorted(by_extension)
    until, said = time.monotonic() + minutes * 60, time.monotonic()
    with Isolated(OPTIONS, DEADLINE_S, MEMORY) as extractor:
        watch = Watch(out, extractor)
        while time.monotonic() < until:
            good = chance.choice(by_extension[chance.choice(extensions)])
            other = chance.choice(by_extension[chance.choice(extensions)])
            name = good.extension if chance.random() < 0.95 else chance.choice(sorted(READERS))
            watch.read(name, spoil(chance, good, other))
            if time.monotonic() - said > 60:
                said = time.monotonic()
                print(f"{watch.outcomes.total()} files, {watch.finds} finds, {dict(watch.outcomes)}", flush=True)
    return watch


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    watch = fuzz(chosen.out, chosen.minutes, chosen.seed)
    print(f"{watch.outcomes.total()} files, {watch.finds} finds, {dict(watch.outcomes)}")


if __name__ == "__main__":
    main()
