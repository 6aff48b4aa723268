"""A corpus for benchmarks: passages of 150 words from HTML files of any folders, kept as one file of JSON lines."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree, html

WORDS = 150
DEFAULT_FOLDERS = ("/usr/share/doc/linux-doc/html", "/usr/share/doc/openjdk-17-doc", "/usr/share/doc/postgresql-doc-15")


@dataclass(frozen=True, slots=True)
class Text:
    """One document: its path, its title, and its passages."""

    path: str
    title: str
    passages: tuple[str, ...]


def read_corpus(folders: Sequence[str], cache: Path, most: int | None = None) -> list[Text]:
    """The documents below *folders*, up to *most* passages; read from *cache* if it is there."""
    if not cache.exists():
        with cache.open("w", encoding="utf-8") as file:
            for text in documents(folders):
                file.write(json.dumps([text.path, text.title, text.passages]) + "\n")
    texts: list[Text] = []
    count = 0
    with cache.open(encoding="utf-8") as file:
        for line in file:
            path, title, passages = json.loads(line)
            texts.append(Text(path, title, tuple(passages)))
            count += len(passages)
            if most is not None and count >= most:
                break
    return texts


def repeated(texts: Sequence[Text], times: int) -> list[Text]:
    """*times* as many documents, each under a path of its own: a larger library with a natural vocabulary."""
    return [Text(f"/copy-{number}{text.path}" if number else text.path, text.title, text.passages) for number in range(times) for text in texts]


def documents(folders: Sequence[str]) -> Iterator[Text]:
    """Every HTML file below *folders*, in order of its path."""
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.html")):
            try:
                tree = html.fromstring(path.read_bytes())
            except (ValueError, OSError, etree.LxmlError):
                continue
            for element in tree.xpath("//script|//style|//nav"):
                element.drop_tree()
            words = " ".join(tree.itertext()).split()
            passages = tuple(" ".join(words[start : start + WORDS]) for start in range(0, len(words), WORDS))
            if passages:
                yield Text(str(path), (tree.findtext(".//title") or path.stem).strip(), passages)


def questions(texts: Sequence[Text], count: int, words: int = 8, seed: int = 7) -> list[list[str]]:
    """*count* questions of *words* words, all drawn from one random passage each."""
    chooser = random.Random(seed)
    found: list[list[str]] = []
    while len(found) < count:
        passage = chooser.choice(chooser.choice(texts).passages)
        candidates = sorted({word.lower() for word in re.findall(r"[A-Za-z]{3,}", passage)} - COMMON)
        if len(candidates) >= words:
            found.append(chooser.sample(candidates, words))
    return found


COMMON = frozenset(
    "the and for are but not you all any can had her was one our out day get has him his how its may new now old see two way who boy did "
    "use with this that from have will your which when they them then than been into only also other some such more most these those there "
    "their what were would about should could each because where while after before between does must".split()
)
