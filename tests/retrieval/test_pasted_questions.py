"""Whatever is pasted is a question: of any length, of plain words only, and with no word of it taken for syntax."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import MAX_TERMS, Query
from pincite.retrieval import Ranker, read_question

NOTES = [
    Note("net.md", ["How hot reload of the config file works."]), Note("path.md", ["The path to the secret garden."]),
    Note("boat.md", ["Varnish the boat before May, and not after."]), Note("cats.md", ["Cats and dogs are fed at noon."]),
]  # fmt: skip
LINES = "    at org.marsh.Heron.stand(Heron.java:42)\n[config] path = '/srv/a:b' && x != \"y\" || z*2 ^ ~1\n"


@pytest.mark.parametrize("size", [0, 1, 31, 1_000, 20_000, 1_000_000])
@pytest.mark.parametrize("unit", [LINES, "水位", "a", "-'", "\u202e\x00"])
def test_a_paste_of_any_length_is_at_most_32_words(unit, size):
    text = (unit * (size // len(unit) + 1))[:size]

    question = read_question(text, ["en", "zh"])

    assert len(question.terms) <= MAX_TERMS
    assert all(term.keys for term in question.terms)


SIGNS = st.lists(
    st.sampled_from(["AND", "OR", "NOT", "*", "?", "[a TO b]", "(", ")", '"', "^2000", "~", "path:secret", "config", "-heron", "{x}", "\\", "NEAR/2", "=", ">1", "reload"]),
    max_size=14,
).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(SIGNS)
def test_every_leaf_of_what_is_built_is_a_word_of_the_text(text):
    question = read_question(text, ["en"])

    for term in question.terms:
        assert term.text in text
        assert not set(term.text) & set('*?[](){}"^~:\\=<> ')
        assert not set("".join(term.keys)) & set('*?[](){}"^~:\\ ')


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("path:secret", "path secret"), ("config*", "config"), ("(hot reload)", "hot reload"), ("hot^2000 boat", "hot boat"), ("[hot TO reload]", "hot to reload"),
        ("NOT boat", "not boat"), ("cats AND dogs", "cats and dogs"), ("-boat", "boat"), ("boat~2", "boat 2"),
    ],
)  # fmt: skip
def test_signs_and_operator_words_find_what_the_plain_words_find(typed, plain):
    def found(text):
        answer = Ranker(MemorySnapshot(NOTES)).answer(Query(text), CancelToken())
        return [(NOTES[d.document].path, d.best.scores.get("bm25")) for d in answer.documents]

    assert found(typed) == found(plain)
    assert found(typed)
