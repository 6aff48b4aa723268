"""Laws of the readers of text-like formats: no input breaks them, no text is lost, lines are the file's."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pincite.domain.documents import Document
from pincite.domain.errors import UnreadableError
from pincite.extraction.readers import reader_for
from pincite.extraction.source_file import Options, SourceFile

SAMPLES = {
    "csv": 'name;note\nTea;"a\nb"\n\nPot;12,5\n',
    "json": '{"a": [1, {"b": "x\\ny"}], // c\n "d": null}',
    "jsonl": '{"title": "a"}\nbad\n{"b": [1]}\n',
    "ipynb": json.dumps({"cells": [{"cell_type": "markdown", "source": ["# A\n", "b"]}, {"cell_type": "code", "source": "x", "outputs": [{"text": "y"}]}]}, indent=1),
    "rst": "=\nA\n=\n\n.. _b:\n\nB\n---\n\n:f: x\n\n* c\n",
    "org": "#+TITLE: A\n* TODO B :c:\n:PROPERTIES:\n:ID: 1\n:END:\n#+begin_src x\n* y\n#+end_src\n** [[a][b]]\n",
    "tex": "\\section[a]{B \\emph{c}}\\label{d}\n%\\x\n\\'e \\begin{verbatim}x\\end{verbatim}",
    "adoc": "= A\n:b: c\n\n[[x]]\n== B\n----\n== y\n----\nC\n--\n",
    "bib": '@string{a = "b"}\n@book{k, title = {A {B}}, year = 1999 # a}\n@x(',
    "srt": "1\n00:00:01,000 --> 00:00:02,000\n<i>A</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nB.\n",
    "vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>b</v>\n",
    "ass": "Dialogue: 0,0:00:01.00,0:00:02.00,D,A,0,0,0,,b\n",
    "log": "a\nb\n" * 30,
    "xml": '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a><b t="x y">c &b; <i>d</i>\n</b><!-- e --><![CDATA[f]]></a>',
    "svg": "<svg><text>a</text></svg>",
    "yaml": "a: 1\nb:\n  - c\nd: |\n  e\n",
    "toml": "[a]\nb = 1\n[[c]]\n",
    "1": '.TH A 1\n.SH B\n.BR c " d"\n\\fBe\\fR \\(em\n',
    "py": 'import a\n\n\n@b\nclass C:\n    """d"""\n    def e(self):\n        pass\n\n\ndef f(): pass\n',
    "js": "const a = (b) => {\n  return `}`;\n};\nclass C {\n  d() {}\n}\n",
    "c": "int a(void)\n{\n  /* } */\n}\nstruct b { int c; };\n",
    "sql": "create table a (b int);\n-- c\ninsert into a values ('d');\n",
    "rb": "class A\n  def b\n  end\nend\n",
    "hs": "a :: B\na = 1\n",
}
OWN_TEXT = ("rst", "org", "adoc", "log", "yaml", "toml", "py", "js", "c", "sql", "rb", "hs")
"""Formats whose text is the file's own (LaTeX too, but for its accents)."""


def read(extension: str, data: bytes, options: Options | None = None) -> list[Document]:
    reader = reader_for(extension)
    assert reader is not None
    return list(reader(SourceFile(f"tea.{extension}", data), options or Options()))


def check(document: Document, lines: int) -> None:
    """What holds for every document: sections in order with all text, lines in order and inside of the file, clean text."""
    covered = [False] * len(document.text)
    at = 0
    for section in document.sections:
        assert section.start >= at
        at = section.end
        covered[section.start : section.end] = [True] * (section.end - section.start)
    assert at <= len(document.text)
    assert all(letter.isspace() or held for letter, held in zip(document.text, covered, strict=True))
    assert document.lines is not None
    assert all(first < second for first, second in zip(document.lines.offsets, document.lines.offsets[1:], strict=False))
    assert all(1 <= line <= lines for line in document.lines.lines)
    assert document.text.encode()
    assert "\r" not in document.text
    assert all(1 <= (entry.line or 1) <= lines for entry in document.outline)


def line_count(data: bytes) -> int:
    return max(1, len(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, bytes]:
    """A sample with pieces cut, doubled, swapped and overwritten."""
    extension = draw(st.sampled_from(sorted(SAMPLES)))
    data = bytearray(SAMPLES[extension].encode())
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        piece = draw(st.sampled_from([b"", bytes(data[start:end]) * 2, b"{", b"}", b"\r", b"\n", b'"', b"\\", b"\xff", b"\x00", "\u2028é".encode(), b"* ", b"="]))
        data[start:end] = piece
    return extension, bytes(data)


@settings(max_examples=400, deadline=None)
@given(mutated())
def test_a_damaged_file_is_read_or_refused_and_its_lines_hold(case):
    extension, data = case
    try:
        documents = read(extension, data)
    except UnreadableError:
        return

    for document in documents:
        check(document, line_count(data))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.binary(max_size=200))
@example("xml", b"<a>\xef\xbf\xbf</a>")
@example("csv", b'"')
def test_random_bytes_are_read_or_refused(extension, data):
    try:
        documents = read(extension, data)
    except UnreadableError:
        return

    assert all(document.text for document in documents)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(OWN_TEXT), st.text(max_size=200), st.sampled_from(["\n", "\r\n", "\r"]))
@example("rst", "A\u0301\n==\n\nB", "\r\n")
def test_own_text_has_every_line_where_the_file_has_it(extension, text, end):
    rows = text.replace("\r", " ").replace("\x00", " ").replace("\b", " ").split("\n")  # a step back strikes out what it stands behind
    data = end.join(rows).encode("utf-8", "replace").removeprefix(b"\xef\xbb\xbf")
    try:
        (document,) = read(extension, data)
    except UnreadableError:
        return

    assert document.lines is not None
    seen = document.text.split("\n")
    at = 0
    for number, row in enumerate(seen, 1):
        if at < len(document.text):
            assert document.lines.line_at(at) == number
        at += len(row) + 1
    if document.encoding == "utf-8":
        assert document.text.rstrip("\n") == unicodedata.normalize("NFC", "\n".join(rows).encode("utf-8", "replace").decode()).removeprefix("\ufeff").rstrip("\n")
    check(document, len(rows))


cells = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r", exclude_categories=["Cc"]) | st.just("\n"), max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(cells, min_size=2, max_size=4), min_size=1, max_size=8), st.sampled_from([",", ";", "\t"]))
def test_each_row_of_a_table_has_the_line_it_begins_on(rows, delimiter):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    expected: dict[str, int] = {}
    writer.writerow(["first", "second", "third", "fourth", "mark"])
    for number, row in enumerate(rows):
        expected[f"needle{number}x"] = stream.getvalue().count("\n") + 1
        writer.writerow([*row, *[""] * (4 - len(row)), f"needle{number}x"])

    (document,) = read("csv", stream.getvalue().encode())

    assert document.lines is not None
    assert {mark: document.lines.line_at(document.text.index(mark)) for mark in expected} == expected


words = st.text(st.characters(exclude_characters="\x7f"), max_size=8)
"""JSON escapes all control characters but this one, and a file that is full of it is no text."""
trees = st.recursive(
    st.just("needle") | words | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=5),
    max_leaves=40,
)


def numbered(tree: object, marks: list[str]) -> object:
    """*tree* with each "needle" made distinct."""
    if tree == "needle":
        marks.append(f"needle{len(marks):03}x")
        return marks[-1]
    if isinstance(tree, dict):
        return {key: numbered(value, marks) for key, value in tree.items()}
    return [numbered(value, marks) for value in tree] if isinstance(tree, list) else tree


@settings(max_examples=150, deadline=None)
@given(trees, st.sampled_from([None, 0, 2]), st.booleans())
def test_each_value_of_a_tree_has_its_line(tree, indent, ascii_only):
    marks: list[str] = []
    text = json.dumps({"root": numbered(tree, marks), "end": 1}, indent=indent, ensure_ascii=ascii_only)

    (document,) = read("json", text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode())

    assert document.lines is not None
    for mark in marks:
        line = text[: text.index(mark)].count("\n") + 1
        assert document.lines.line_at(document.text.index(mark)) == line


def element(tree: object) -> str:
    """*tree* as XML, a line an item."""
    if isinstance(tree, dict):
        return "".join(f"<a>\n{element(value)}</a>\n" for value in tree.values()) + "<b/>"
    if isinstance(tree, list):
        return "\n".join(f"<i>{element(value)}</i> tail" for value in tree)
    return escape("".join(letter for letter in str(tree) if letter.isprintable()))


@settings(max_examples=150, deadline=None)
@given(trees)
def test_each_text_of_an_xml_file_has_its_line(tree):
    marks: list[str] = []
    text = f"<root>\n{element(numbered(tree, marks))}</root>"

    (document,) = read("xml", text.encode())

    assert document.lines is not None
    for mark in marks:
        line = text[: text.index(mark)].count("\n") + 1
        assert document.lines.line_at(document.text.index(mark)) == line


@pytest.mark.parametrize("extension", sorted(SAMPLES))
def test_a_text_past_the_limit_is_cut_and_says_so(extension):
    data = (SAMPLES[extension] * 3).encode() if extension in OWN_TEXT else SAMPLES[extension].encode()
    limit = {"bib": 60, "1": 20}.get(extension, 3)  # these are limited by the length of the file

    documents = read(extension, data, Options(max_text=limit))

    assert all(len(document.text) <= limit for document in documents)
    assert any(document.cut and document.notices for document in documents)


@pytest.mark.parametrize("extension", sorted(SAMPLES))
def test_samples_hold_all_laws(extension):
    data = SAMPLES[extension].encode()

    for document in read(extension, data):
        check(document, line_count(data))
