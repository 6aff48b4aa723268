"""Stock Whoosh as the oracle: its own searcher finds the same passages with the same scores in our segments and in its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from samples import source
from whoosh.codec.whoosh3 import W3Codec
from whoosh.index import FileIndex, create_in, open_dir
from whoosh.qparser import FuzzyTermPlugin, QueryParser
from whoosh.util.numeric import byte_to_length, length_to_byte

from pincite.index import open_index
from pincite.index.reading import ArrayDocumentReader
from pincite.index.schema import make_schema

WORDS = "heron kettl lamp marsh reed moor fern".split()
QUERIES = [
    "heron",
    "heron OR lamp OR moor",
    "heron AND lamp",
    "heron NOT lamp",
    '"heron lamp"',
    '"reed moor"~3',
    "mar*",
    "*er*",
    "l?mp",
    "herom~",
    "[fern TO lamp]",
    "title:heron OR headings:reed",
    "(heron AND marsh) OR (reed AND NOT fern)",
    "*",
]
EXACT = ArrayDocumentReader.doc_field_length


@pytest.fixture(scope="module", autouse=True)
def rounded_lengths() -> Iterator[None]:
    """The stock codec keeps a field's length in one rounded byte; for the same statistics, ours must round as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ArrayDocumentReader, "doc_field_length", lambda self, *rest: byte_to_length(length_to_byte(EXACT(self, *rest))))
        yield


sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=15).map(" ".join)
passages = st.tuples(sentences, sentences, sentences)
edits = st.lists(st.tuples(st.sampled_from(["a.md", "b.md", "c.md", "d.md"]), st.lists(passages, max_size=3)), min_size=1, max_size=8)


def ask(index: FileIndex, text: str) -> list[tuple[str, float]]:
    parser = QueryParser("body", make_schema(), plugins=None)
    parser.add_plugin(FuzzyTermPlugin())
    with index.searcher() as searcher:
        hits = searcher.search(parser.parse(text), limit=None)
        return sorted((hit["path"] + "|" + hit["body"] + "|" + hit["title"], hit.score) for hit in hits)


def write_stock(folder: Path, texts: dict[str, Sequence[tuple[str, str, str]]]) -> FileIndex:
    index = create_in(folder, make_schema())
    writer = index.writer(codec=W3Codec())
    for name, rows in texts.items():
        for title, headings, body in rows:
            writer.add_document(title=title, headings=headings, body=body, word=f"{title} {headings} {body}", path=name)
    writer.commit()
    return index


def write_ours(folder: Path, steps: Sequence[dict[str, Sequence[tuple[str, str, str]]]], *, compact: bool) -> None:
    index = open_index(folder)
    for texts in steps:
        writer = index.writer()
        for name, rows in texts.items():
            documents = [source(name, [body], title=title, context=headings).documents[0] for title, headings, body in rows]
            made = source(name, [])
            writer.put(type(made)(made.stamp, made.content_sha, made.version, tuple(documents), made.indexed_at))
        writer.commit()
    if compact:
        index.compact()


@settings(max_examples=25, deadline=None, phases=[Phase.generate])
@given(edits)
def test_whoosh_finds_the_same_with_the_same_scores_in_our_segments(history):
    with tempfile.TemporaryDirectory() as folder:
        stock, ours = Path(folder) / "stock", Path(folder) / "ours"
        stock.mkdir()
        final = dict(history)
        oracle = write_stock(stock, final)
        write_ours(ours, [{name: rows} for name, rows in history], compact=True)

        index = open_dir(ours, schema=make_schema())

        for query in QUERIES:
            expected = ask(oracle, query)
            found = ask(index, query)
            assert [hit for hit, _ in found] == [hit for hit, _ in expected], query
            assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-4), query


@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(edits)
def test_dead_passages_stay_unseen_by_whoosh_before_any_merge(history):
    with tempfile.TemporaryDirectory() as folder:
        stock, ours = Path(folder) / "stock", Path(folder) / "ours"
        stock.mkdir()
        oracle = write_stock(stock, dict(history))
        write_ours(ours, [{name: rows} for name, rows in history], compact=False)

        index = open_dir(ours, schema=make_schema())

        for query in QUERIES:
            assert [hit for hit, _ in ask(index, query)] == [hit for hit, _ in ask(oracle, query)], query


@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(edits, st.lists(passages, min_size=1, max_size=4))
def test_segments_of_both_codecs_lie_side_by_side_and_whoosh_can_merge_them(history, more):
    with tempfile.TemporaryDirectory() as folder:
        stock, ours = Path(folder) / "stock", Path(folder) / "ours"
        stock.mkdir()
        final = dict(history)
        oracle = write_stock(stock, {**final, "late.md": more})
        write_ours(ours, [final], compact=True)
        index = open_dir(ours, schema=make_schema())
        writer = index.writer(codec=W3Codec())
        for title, headings, body in more:
            writer.add_document(title=title, headings=headings, body=body, word=f"{title} {headings} {body}", path="late.md")
        writer.commit(merge=False)

        mixed = [ask(index, query) for query in QUERIES]
        index.writer(codec=W3Codec()).commit(optimize=True)
        merged = [ask(index, query) for query in QUERIES]

        expected = [ask(oracle, query) for query in QUERIES]
        for found in (mixed, merged):
            assert [[hit for hit, _ in hits] for hits in found] == [[hit for hit, _ in hits] for hits in expected]
