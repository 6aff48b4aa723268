"""Where text is cut, by example."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document, Location, OutlineEntry, Section
from pincite.splitting.auto import AutoSplitter
from pincite.splitting.code import CodeSplitter, language_of
from pincite.splitting.enrichers import FunctionEnricher, LocalEnricher
from pincite.splitting.length import token_estimate, word_estimate
from pincite.splitting.markdown import MarkdownSplitter
from pincite.splitting.recursive import RecursiveSplitter


def document(text: str, kind: str = "txt", **more: object) -> Document:
    return Document(kind, text, (Section(0, len(text)),), **more)


def texts(splitter, text: str, kind: str = "txt", **more: object) -> list[str]:
    return [chunk.text for chunk in splitter.split(document(text, kind, **more), "a")]


def words(text: str) -> int:
    return len(text.split())


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("абвг", 4), ("ab🛶", 2), ("船大工", 3)])
def test_four_ascii_bytes_or_one_other_character_are_a_token(text, tokens):
    assert token_estimate(text) == tokens


@pytest.mark.parametrize(("text", "tokens"), [("abcd", 1), ("абвг", 1), ("船大工", 3), ("배는 ab", 3)])
def test_words_of_every_alphabet_weigh_the_same(text, tokens):
    assert word_estimate(text) == tokens


def test_paragraphs_come_first():
    assert texts(RecursiveSplitter(6, length=words), "one two three\n\nfour five six\n\nseven") == ["one two three\n\nfour five six", "seven"]


def test_sentences_are_cut_where_paragraphs_are_too_long():
    text = "One two three. Four five six! Seven eight? nine goes with it."

    assert texts(RecursiveSplitter(4, length=words), text) == ["One two three.", "Four five six!", "Seven eight? nine goes", "with it."]


def test_sentences_of_scripts_without_spaces_are_cut_at_their_own_stops():
    assert texts(RecursiveSplitter(12), "船大工は板を調べた。祭りは近い。雨が降る。") == ["船大工は板を調べた。", "祭りは近い。雨が降る。"]


def test_lines_words_and_characters_are_cut_where_nothing_larger_fits():
    assert texts(RecursiveSplitter(2, length=words), "a b\nc d\ne f g") == ["a b", "c d", "e f", "g"]
    assert texts(RecursiveSplitter(1), "abcdefgh") == ["abcd", "efgh"]


def test_a_single_longer_character_is_kept_whole():
    assert texts(RecursiveSplitter(1, length=lambda text: 5 * len(text)), "ab") == ["a", "b"]


def test_overlap_is_equal_on_both_sides_and_at_most_a_quarter():
    splitter = RecursiveSplitter(8, overlap=5, length=words)

    chunks = splitter.split(document("a b c d e f g h i j k l m n o p"), "a")

    assert [chunk.text for chunk in chunks] == ["a b c d e f g h", "g h i j k l m n o p"]


@pytest.mark.parametrize("overlap", [None, 0, -3])
def test_without_overlap_nothing_is_said_twice(overlap):
    assert texts(RecursiveSplitter(2, overlap=overlap, length=words), "a b c d") == ["a b", "c d"]


def test_separators_may_be_given_as_they_are_or_as_expressions():
    assert texts(RecursiveSplitter(1, separators=["."], regex=False), "abc.def.") == ["abc.", "def."]
    assert texts(RecursiveSplitter(1, separators=[r"\d"]), "abc1de2") == ["abc1", "de2"]


def test_a_size_of_nothing_is_refused():
    with pytest.raises(ValueError):
        RecursiveSplitter(0)


def test_a_small_remnant_joins_the_passage_before():
    sentence = "Oak is a heavy wood. "

    assert len(texts(AutoSplitter(100), sentence * 20)) == 1
    assert len(texts(AutoSplitter(100), sentence * 40)) == 2


def test_passages_hold_some_hundred_and_fifty_to_three_hundred_words():
    english = "The boat builder looked at every plank that had been lying in the shed since the spring. " * 200
    russian = "Мастер осмотрел каждую доску, которая лежала под крышей старого сарая с самой весны. " * 200

    for text in (english, russian):
        assert all(150 <= words(chunk) <= 300 for chunk in texts(AutoSplitter(), text)[:-1])


def markdown() -> Document:
    text = "# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n"
    marks = [text.index("# A"), text.index("## B"), text.index("### C"), len(text)]
    paths = [("A",), ("A", "B"), ("A", "B", "C")]
    sections = [Section(marks[i], marks[i + 1], Location(heading_path=path, anchor=path[-1].lower())) for i, path in enumerate(paths)]
    outline = [OutlineEntry(i + 1, path[-1], anchor=path[-1].lower()) for i, path in enumerate(paths)]
    return Document("md", text, tuple(sections), outline=tuple(outline))


def test_the_heading_path_is_the_context():
    assert [chunk.context for chunk in MarkdownSplitter().split(markdown(), "a")] == ["A", "A > B", "A > B > C"]
    assert [chunk.context for chunk in MarkdownSplitter(header_context=False).split(markdown(), "a")] == ["", "", ""]


def test_headings_below_the_deepest_level_begin_no_passage():
    chunks = MarkdownSplitter(max_level=2).split(markdown(), "a")

    assert [chunk.text.split("\n")[0] for chunk in chunks] == ["# A", "## B"]
    assert "### C" in chunks[1].text


PYTHON = "import os\n\ndef one():\n    return 1\n\n\nclass Two:\n    def three(self):\n        return 3\n\n    def four(self):\n        return 4\n"
SCRIPT = "const a = 1\n\nfunction one() {\n  return 1\n}\n\nclass Two {\n  three() { return 3 }\n}\n"


@pytest.mark.parametrize(
    ("language", "code", "heads"),
    [
        ("python", PYTHON, ["import os", "class Two:", "def four(self):"]),
        ("js", SCRIPT, ["const a = 1", "class Two {"]),
        ("go", "package a\n\nfunc One() int {\n\treturn 1\n}\n\nfunc Two() int {\n\treturn 2\n}\n", ["package a", "func Two() int {"]),
    ],
)
def test_code_is_cut_before_what_it_defines(language, code, heads):
    splitter = CodeSplitter(language, 16)

    assert [text.split("\n")[0] for text in texts(splitter, code)] == heads


def test_code_takes_the_documents_language_else_any_texts_separators():
    assert language_of(document("x", "py")) == "py"
    assert language_of(document("x", "txt", metadata={"language": "Rust"})) == "rust"
    assert language_of(document("x", "txt")) == ""
    assert texts(CodeSplitter(size=10), "One. Two three four five six. Seven.") == ["One. Two three four five six. Seven."]


def test_the_splitter_is_chosen_by_document():
    assert texts(AutoSplitter(16, tail=0), PYTHON, "py") == texts(CodeSplitter("python", 16), PYTHON)
    assert len(AutoSplitter().split(markdown(), "a")) == 3


def test_the_local_enricher_names_title_member_and_headings_once():
    chunks = MarkdownSplitter().split(markdown(), "a")
    titled = Document("md", markdown().text, markdown().sections, title="A", member="in/a.md")

    assert [chunk.context for chunk in LocalEnricher().enrich(titled, chunks)] == ["A > in/a.md > A", "A > in/a.md > A > B", "A > in/a.md > A > B > C"]
    assert list(FunctionEnricher(lambda _, found: found[:1]).enrich(titled, chunks)) == list(chunks[:1])
