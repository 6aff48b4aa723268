"""What every splitter keeps, for any text: all words, no border crossed, exact offsets, stable ids."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pincite.domain.documents import Document, LineMap, Location, Section
from pincite.splitting.auto import AutoSplitter, FunctionSplitter
from pincite.splitting.code import CodeSplitter
from pincite.splitting.length import token_estimate, word_estimate
from pincite.splitting.markdown import MarkdownSplitter
from pincite.splitting.recursive import MAX_BYTES, RecursiveSplitter

SPLITTERS = {
    "auto": AutoSplitter(),
    "auto, small": AutoSplitter(20),
    "recursive": RecursiveSplitter(),
    "recursive, tiny": RecursiveSplitter(3),
    "recursive, overlap": RecursiveSplitter(12, overlap=3),
    "recursive, words": RecursiveSplitter(5, length=lambda text: len(text.split())),
    "recursive, plain separators": RecursiveSplitter(10, separators=["\n\n", "\n", " "], regex=False),
    "markdown": MarkdownSplitter(30),
    "code": CodeSplitter("python", 30),
    "function": FunctionSplitter(RecursiveSplitter(15).split),
}
ALPHABET = st.one_of(
    st.text(st.sampled_from(list("ab c.\n\t!?,;de")), max_size=400),
    st.text(st.sampled_from(list("яжё да.\n")), max_size=300),
    st.text(st.sampled_from(list("船大工。、\n ")), max_size=300),
    st.text(max_size=200),
    st.text(st.characters(codec=None), max_size=50),
)


def document(parts: list[str], kind: str = "txt", separator: str = "") -> Document:
    text = separator.join(parts)
    sections: list[Section] = []
    at = 0
    for number, part in enumerate(parts, 1):
        sections.append(Section(at, at + len(part), Location(page=number, heading_path=("A", f"B{number}"))))
        at += len(part) + len(separator)
    offsets = [0, *(found.end() for found in re.finditer("\n", text))]
    return Document(kind, text, tuple(sections), lines=LineMap(tuple(offsets), tuple(range(1, len(offsets) + 1))))


@pytest.fixture(params=SPLITTERS, scope="module")
def splitter(request):
    return SPLITTERS[request.param]


@given(st.lists(ALPHABET, max_size=4))
@example([""])
@settings(max_examples=20, deadline=None)
def test_chunks_cover_all_words(splitter, parts):
    whole = document(parts)

    chunks = splitter.split(whole, "notes/a.txt")

    covered = bytearray(len(whole.text))
    for chunk in chunks:
        covered[chunk.start : chunk.end] = b"\x01" * (chunk.end - chunk.start)
    assert all(mark or char.isspace() for mark, char in zip(covered, whole.text, strict=True))


@given(st.lists(ALPHABET, max_size=4), st.sampled_from(["md", "py", "txt"]))
@settings(max_examples=20, deadline=None)
def test_chunks_cross_no_section_and_say_where_they_stand(splitter, parts, kind):
    whole = document(parts, kind)

    for chunk in splitter.split(whole, "a"):
        home = next(s for s in whole.sections if s.start <= chunk.start < s.end)
        assert chunk.end <= home.end
        assert chunk.location.page == home.location.page
        assert chunk.location.line == whole.text.count("\n", 0, chunk.start) + 1
        assert chunk.location.line_end == whole.text.count("\n", 0, chunk.end - 1) + 1


@given(st.lists(ALPHABET, max_size=4))
@settings(max_examples=20, deadline=None)
def test_offsets_are_exact_in_characters_and_bytes(splitter, parts):
    whole = document(parts)
    data = whole.text.encode("utf-8", "surrogatepass")

    chunks = splitter.split(whole, "a")

    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        assert whole.text[chunk.start : chunk.end] == chunk.text
        assert data[chunk.offset : chunk.offset + chunk.length].decode("utf-8", "surrogatepass") == chunk.text
        assert chunk.text == chunk.text.strip()
        assert chunk.text


@given(ALPHABET, ALPHABET)
@settings(max_examples=20, deadline=None)
def test_ids_stay_when_sections_are_added_after(splitter, text, more):
    before = splitter.split(document([text]), "a")

    after = splitter.split(document([text, more]), "a")

    assert [chunk.id for chunk in after[: len(before)]] == [chunk.id for chunk in before]


@given(st.lists(st.sampled_from(["Oak is heavy.", "Ash bends!", "Where is the mast?", "lower case goes on,", "\n", "\n\n"]), max_size=60), ALPHABET)
@settings(max_examples=20, deadline=None)
def test_ids_stay_when_a_section_grows_at_its_end(splitter, sentences, more):
    text = " ".join(sentences) + "\n\n"
    before = splitter.split(document([text]), "a")

    after = {chunk.id for chunk in splitter.split(document([text + more]), "a")}

    assert all(chunk.id in after for chunk in before[:-1])


@given(st.lists(ALPHABET, max_size=3))
@settings(max_examples=20, deadline=None)
def test_ids_are_distinct_and_tell_sources_and_members_apart(splitter, parts):
    whole = document(parts)

    ids = [chunk.id for chunk in splitter.split(whole, "a")]
    others = [chunk.id for chunk in splitter.split(whole, "b")]

    assert len(set(ids)) == len(ids)
    assert not set(ids) & set(others)


@given(ALPHABET, st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_no_passage_is_larger_than_the_size(text, size):
    chunks = RecursiveSplitter(size).split(document([text]), "a")

    assert all(token_estimate(chunk.text) <= size or len(chunk.text) == 1 for chunk in chunks)


@given(ALPHABET, st.integers(4, 40))
@settings(max_examples=60, deadline=None)
def test_the_last_passage_may_exceed_the_size_by_its_tail_alone(text, size):
    chunks = AutoSplitter(size).split(document([text]), "a")

    assert all(word_estimate(chunk.text) <= size for chunk in chunks[:-1])
    assert all(word_estimate(chunk.text) <= size + size // 5 for chunk in chunks[-1:])


@pytest.mark.parametrize("word", ["lorem ", "лорем ", "船", "loremipsum", "ไทย", "🛶"])
def test_no_passage_is_larger_than_four_thousand_bytes(word):
    chunks = AutoSplitter().split(document([word * 20_000]), "a")

    assert max(chunk.length for chunk in chunks) <= MAX_BYTES
    assert len(chunks) > 10
