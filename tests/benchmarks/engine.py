"""The figures of the index engine beside its peers: ``python tests/benchmarks/engine.py [FOLDER ...]``.

Builds a corpus of 150-word passages from HTML folders (Debian's linux-doc, openjdk-17-doc and postgresql-doc-15, or any), builds
each engine in a child process of its own, then asks all of them the same questions in alternation and prints one table with
ratios. Peers that are not installed are left out. Ours answers with the counts of five facets over all matches; theirs without.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from corpus import DEFAULT_FOLDERS, Text, questions, read_corpus, repeated

from pincite.analysis import analyze
from pincite.domain.documents import Chunk, Document, FileStamp, IndexedDocument, Location, Root, Source
from pincite.domain.search import Term
from pincite.index import WhooshIndex, open_index

SLICE = 16_000
"""Passages a commit while building."""
Ask = Callable[[Sequence[str]], Any]


@dataclass
class Figures:
    """What was measured of one engine: seconds, megabytes, and milliseconds a question."""

    passages: int = 0
    build_s: float = 0.0
    build_cpu_s: float = 0.0
    build_mb: float = 0.0
    size_mb: float = 0.0
    asked_ms: list[float] = field(default_factory=list)
    asked_cpu_ms: list[float] = field(default_factory=list)
    """The same without the time in which other programs had the processor: what a busy machine can be compared by."""

    def at(self, share: float) -> float:
        return part(self.asked_ms, share)


def part(values: Sequence[float], share: float) -> float:
    """The value below which this share of *values* lies."""
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


def put_all(texts: Sequence[Text], index: WhooshIndex) -> None:
    """Index *texts* in slices, and make one segment of them."""
    writer, held = index.writer(), 0
    for text in texts:
        writer.put(as_source(text))
        held += len(text.passages)
        if held >= SLICE:
            writer.commit()
            writer, held = index.writer(), 0
    writer.commit()
    index.compact()


class Pincite:
    """Ours, through its public role."""

    name = "pincite"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        put_all(texts, open_index(folder, [Root("docs", "/", "docs")]))

    def open(self, folder: Path) -> Ask:
        snapshot = open_index(folder, [Root("docs", "/", "docs")]).snapshot()

        def ask(words: Sequence[str]) -> Any:
            found = snapshot.match([as_term(word) for word in words])
            best = found.best(10)
            counts = snapshot.facet_counts(snapshot.documents_of(found))
            return best, counts

        return ask


class Tantivy:
    """The native engine of Rust, two threads while building."""

    name = "tantivy"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        import tantivy

        folder.mkdir()
        writer = tantivy.Index(self._schema(), path=str(folder)).writer(256_000_000, 2)
        for text in texts:
            for passage in text.passages:
                writer.add_document(tantivy.Document(title=text.title, body=passage, path=text.path))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> Ask:
        import tantivy

        index = tantivy.Index(self._schema(), path=str(folder))
        searcher = index.searcher()
        return lambda words: searcher.search(index.parse_query(" ".join(words), ["body"]), 10)

    def _schema(self) -> Any:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("title", stored=True, tokenizer_name="en_stem")
        builder.add_text_field("body", stored=True, tokenizer_name="en_stem")
        builder.add_text_field("path", stored=True, tokenizer_name="raw")
        return builder.build()


class Fts5:
    """SQLite's full-text table."""

    name = "FTS5"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        folder.mkdir()
        with sqlite3.connect(folder / "fts.db") as database:
            database.execute("create virtual table t using fts5(path unindexed, title, body, tokenize='porter')")
            database.executemany("insert into t values (?, ?, ?)", ((t.path, t.title, p) for t in texts for p in t.passages))

    def open(self, folder: Path) -> Ask:
        database = sqlite3.connect(folder / "fts.db")
        query = "select rowid from t where t match ? order by bm25(t) limit 10"
        return lambda words: database.execute(query, (" OR ".join(f'"{word}"' for word in words),)).fetchall()


class Bm25s:
    """Eager scores in sparse matrices."""

    name = "bm25s"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        import bm25s

        tokens = bm25s.tokenize([p for t in texts for p in t.passages], stemmer=self._stemmer(), show_progress=False)
        retriever = bm25s.BM25()
        retriever.index(tokens, show_progress=False)
        retriever.save(str(folder))

    def open(self, folder: Path) -> Ask:
        import bm25s

        retriever = bm25s.BM25.load(str(folder), mmap=True)
        stemmer = self._stemmer()

        def ask(words: Sequence[str]) -> Any:
            tokens = bm25s.tokenize(" ".join(words), stemmer=stemmer, show_progress=False)
            return retriever.retrieve(tokens, k=10, show_progress=False)

        return ask

    def _stemmer(self) -> Any:
        import Stemmer

        return Stemmer.Stemmer("english")


class StockWhoosh:
    """Whoosh as it comes."""

    name = "stock Whoosh"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        from whoosh.analysis import StemmingAnalyzer
        from whoosh.fields import ID, TEXT, Schema
        from whoosh.index import create_in

        folder.mkdir()
        schema = Schema(path=ID(stored=True), title=TEXT(StemmingAnalyzer()), body=TEXT(StemmingAnalyzer(), stored=True))
        writer = create_in(folder, schema).writer(limitmb=256)
        for text in texts:
            for passage in text.passages:
                writer.add_document(path=text.path, title=text.title, body=passage)
        writer.commit()

    def open(self, folder: Path) -> Ask:
        from whoosh.index import open_dir
        from whoosh.qparser import OrGroup, QueryParser

        index = open_dir(folder)
        searcher = index.searcher()
        parser = QueryParser("body", index.schema, group=OrGroup)
        return lambda words: searcher.search(parser.parse(" ".join(words)), limit=10)


def as_source(text: Text) -> Source:
    """A document as the program would put it, with five facets."""
    chunks: list[Chunk] = []
    for number, passage in enumerate(text.passages):
        start = number * 1000
        place = Location(line=number + 1, heading_path=(text.title,))
        chunks.append(Chunk(f"{text.path}#{number}", number, start, start + len(passage), start, len(passage), passage, place, text.title))
    parts = text.path.strip("/").split("/")
    facets = {
        "type": ("html",),
        "folder": tuple("/".join(parts[:depth]) for depth in range(3, len(parts))),
        "year": (str(2000 + len(text.passages) % 20),),
        "language": ("en",),
        "author": (parts[-1][:2],),
    }
    document = Document("html", "", (), title=text.title, language="en")
    indexed = IndexedDocument(document, tuple(chunks), facets, "2024")
    return Source(FileStamp("docs", text.path.strip("/"), 1, 2, 3), "", "1", (indexed,), "2026-11-30T20:00:00+00:00")


def as_term(word: str) -> Term:
    """A word of a question."""
    token = analyze(word, "en")[0]
    return Term(word, token.exact, token.asked or token.keys)


def built(engine: Any, texts: Sequence[Text], folder: Path) -> Figures:
    """Build *engine* in a child, so that its memory is its own."""
    figures = Figures(passages=sum(len(text.passages) for text in texts))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        engine.build(texts, folder)
        os._exit(0)
    _, status, usage = os.wait4(child, 0)
    figures.build_s = time.perf_counter() - start
    figures.build_cpu_s = usage.ru_utime + usage.ru_stime
    figures.build_mb = (usage.ru_maxrss - before) / 1024
    figures.size_mb = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    if status:
        raise SystemExit(f"{engine.name} could not be built")
    return figures


def ask_all(askers: dict[str, Ask], figures: dict[str, Figures], asked: Sequence[Sequence[str]]) -> None:
    """Every question to every engine, in an order that changes each time."""
    chooser = random.Random(1)
    for words in asked:
        for name in chooser.sample(sorted(askers), len(askers)):
            start, cpu = time.perf_counter(), time.thread_time()
            askers[name](words)
            figures[name].asked_cpu_ms.append((time.thread_time() - cpu) * 1000)
            figures[name].asked_ms.append((time.perf_counter() - start) * 1000)


def save_to_findable(folder: Path, times: int) -> list[float]:
    """Milliseconds from putting a 5 kB note into the index to finding it."""
    index = open_index(folder, [Root("docs", "/", "docs")])
    index.writer().cancel()
    taken: list[float] = []
    for number in range(times):
        note = Text(f"/note{number % 3}.html", "Note", tuple(f"xyzzy{number} " + "a heron by the marsh " * 50 for _ in range(5)))
        start = time.perf_counter()
        writer = index.writer()
        writer.put(as_source(note))
        writer.commit()
        found = index.snapshot().match([as_term(f"xyzzy{number}")])
        taken.append((time.perf_counter() - start) * 1000)
        assert len(found.passages) == 5
    return taken


def processor_times(one: Figures) -> dict[str, float]:
    """Milliseconds of the processor a question."""
    return {"cpu_p50_ms": part(one.asked_cpu_ms, 0.5), "cpu_p95_ms": part(one.asked_cpu_ms, 0.95)}


def table(figures: dict[str, Figures], text_mb: float) -> str:
    """One line an engine, with ratios of theirs to ours."""
    ours = figures["pincite"]
    lines = [f"{'':14}{'passages':>9}{'build s':>9}{'cpu s':>8}{'MB':>7}{'size MB':>9}{'p50 ms':>9}{'p95 ms':>9}{'cpu p50':>9}{'cpu p95':>9}{'ours/its p50':>14}{'p95':>7}{'build':>7}"]
    for name, one in figures.items():
        ratios = (ours.at(0.5) / one.at(0.5), ours.at(0.95) / one.at(0.95), ours.build_s / one.build_s * one.passages / ours.passages)
        lines.append(
            f"{name:14}{one.passages:>9}{one.build_s:>9.1f}{one.build_cpu_s:>8.1f}{one.build_mb:>7.0f}{one.size_mb:>9.1f}"
            f"{one.at(0.5):>9.2f}{one.at(0.95):>9.2f}{part(one.asked_cpu_ms, 0.5):>9.2f}{part(one.asked_cpu_ms, 0.95):>9.2f}{ratios[0]:>14.3f}{ratios[1]:>7.3f}{ratios[2]:>7.2f}"
        )
    return "\n".join([*lines, f"extracted text: {text_mb:.1f} MB; ours / text: {ours.size_mb / text_mb:.2f}"])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="*", default=[folder for folder in DEFAULT_FOLDERS if Path(folder).exists()])
    options.add_argument("--corpus", type=Path, help="keep the extracted corpus here, or read it from here")
    options.add_argument("--most", type=int, help="passages at most")
    options.add_argument("--times", type=int, default=1, help="repeat the corpus so often, under other paths")
    options.add_argument("--questions", type=int, default=300)
    options.add_argument("--slow-most", type=int, default=5_000, help="passages for stock Whoosh")
    options.add_argument("--only", nargs="*", help="engines, besides ours")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    work = Path(tempfile.mkdtemp(prefix="pincite-engine-"))
    try:
        run(chosen, work)
    finally:
        shutil.rmtree(work)


def run(chosen: argparse.Namespace, work: Path) -> None:
    texts = repeated(read_corpus(chosen.folders, chosen.corpus or work / "corpus.jsonl", chosen.most), chosen.times)
    few = read_corpus(chosen.folders, chosen.corpus or work / "corpus.jsonl", chosen.slow_most)
    text_mb = sum(len(passage.encode()) for text in texts for passage in text.passages) / 1e6
    engines = [Pincite(), Tantivy(), Fts5(), Bm25s(), StockWhoosh()]
    needs = {"tantivy": "tantivy", "bm25s": "bm25s"}
    figures: dict[str, Figures] = {}
    askers: dict[str, Ask] = {}
    for engine in engines:
        wanted = engine.name == "pincite" or chosen.only is None or engine.name in chosen.only
        if not wanted or (engine.name in needs and find_spec(needs[engine.name]) is None):
            continue
        figures[engine.name] = built(engine, few if engine.name == "stock Whoosh" else texts, work / engine.name)
        askers[engine.name] = engine.open(work / engine.name)
        print(f"built {engine.name} in {figures[engine.name].build_s:.1f} s", file=sys.stderr)
    asked = questions(texts, chosen.questions)
    ask_all(askers, {name: Figures() for name in askers}, asked[:20])  # everything is in memory once
    ask_all(askers, figures, asked)
    print(table(figures, text_mb))
    saved = save_to_findable(work / "pincite", 40)
    print(f"save to findable: p50 {statistics.median(saved):.0f} ms, p95 {sorted(saved)[37]:.0f} ms")
    if chosen.json:
        rows = {name: {**vars(one), "asked_ms": None, "asked_cpu_ms": None, "p50_ms": one.at(0.5), "p95_ms": one.at(0.95)} | processor_times(one) for name, one in figures.items()}
        chosen.json.write_text(json.dumps({"text_mb": text_mb, "engines": rows, "save_ms": saved}, indent=1))


if __name__ == "__main__":
    main()
