"""What the best passages teach, and where nothing is learnt."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.retrieval import Ranker
from pincite.retrieval.candidates import find_words
from pincite.retrieval.feedback import TERMS, drop, learn, rising
from pincite.retrieval.judge import Evidence, p_answers
from pincite.retrieval.question import read_question
from pincite.retrieval.weighing import fuse, lead, trust_in_meaning

TOPIC = [
    Note(f"marsh/{i}.md", [f"Reeds and grebe nests on the marsh shore, water level and wind in month {i}. " + "The grebe dives near the reeds. " * 12])
    for i in range(12)
]
OTHERS = [Note(f"other/{i}.md", [f"Receipts of the tax year, box {i}, and the varnish of the boat."]) for i in range(150)]
LONG = "how do water level and wind change the nests of reeds on a marsh shore"


def lesson(notes, text):
    snapshot = MemorySnapshot(notes)
    words = find_words(snapshot, read_question(text, snapshot.languages).terms)
    return learn(snapshot, words, words.passages, words.scores), snapshot, words


def test_a_long_question_with_a_level_list_learns_the_words_of_its_topic():
    taught, _, _ = lesson([*TOPIC, *OTHERS], LONG)

    assert ("grebe",) in [term.keys for term in taught.terms]
    assert taught.strength > 0.2
    assert sum(taught.weights) == pytest.approx(1)
    assert len(taught.terms) <= TERMS
    assert not taught.code


def test_a_word_that_is_everywhere_teaches_nothing():
    everywhere = [Note(note.path, [note.passages[0] + " ledger ledger ledger"]) for note in [*TOPIC, *OTHERS]]

    taught, _, _ = lesson(everywhere, LONG)

    assert "ledger" not in {key for term in taught.terms for key in term.keys}


def test_a_question_with_one_answer_learns_nothing():
    answer = Note("answer.md", ["water level and wind change the nests of reeds on a marsh shore"])

    taught, _, _ = lesson([answer, *OTHERS, *[Note(f"w{i}.md", [f"wind {i}"]) for i in range(12)]], LONG)

    assert taught.strength == 0


def test_a_passage_with_words_of_the_topic_scores_by_them():
    taught, snapshot, words = lesson([*TOPIC, Note("grebe.md", ["a wind over grebe and reeds"]), *OTHERS], LONG)

    scores = taught.scores(snapshot, words.passages)

    assert scores[list(words.passages).index(12)] > 0


def test_best_passages_of_code_are_known_for_what_they_are():
    code = [Note(f"{i}.py", [f"def read_lines_{i}(path):\n    lines = open(path).read()\n    return [line for line in lines]"]) for i in range(12)]

    taught, _, _ = lesson(code, "read lines path")

    assert taught.code


def test_a_script_without_spaces_learns_nothing():
    notes = [Note(f"{i}.md", [f"沼地の鳥と葦の巣について書いた長い文章 {i}"], language="ja") for i in range(12)]

    taught, _, _ = lesson(notes, "沼地の鳥の巣")

    assert taught.strength == 0


def test_feedback_changes_the_order_and_never_who_is_found():
    notes = [*TOPIC, *OTHERS]

    answer = Ranker(MemorySnapshot(notes)).answer(Query(LONG, limit=None), CancelToken())

    assert {notes[d.document].path for d in answer.documents} >= {note.path for note in TOPIC}
    assert answer.total_documents == len(answer.documents)


def test_code_is_met_in_meaning():
    scores, cosines, coverage = (np.array(row, np.float32) for row in ([2.0, 1.0], [0.4, 0.6], [0.6, 0.5]))

    text, code = fuse(scores, cosines, coverage, 1.0), fuse(scores, cosines, coverage, 1.0, code=True)

    assert text[0] > text[1]
    assert code[1] > code[0]


def test_meaning_is_trusted_less_on_a_topic_than_on_a_question_with_an_answer():
    _, _, topic = lesson([*TOPIC, *OTHERS], LONG)
    _, _, pointed = lesson([Note("a.md", [LONG]), *OTHERS], LONG)

    assert 0.3 <= trust_in_meaning(topic) < 0.5
    assert trust_in_meaning(pointed) > 0.99


@given(st.floats(-1e6, 1e6), st.floats(-10, 10), st.floats(0.01, 10))
def test_the_curve_rises_from_0_to_1(value, middle, width):
    assert 0 <= rising(value, middle, width) <= rising(value + 1, middle, width) <= 1
    assert rising(middle, middle, width) == 0.5


def test_a_list_of_equal_scores_is_level():
    _, _, words = lesson([Note(f"{i}.md", ["wind"]) for i in range(20)], "wind")

    assert drop(words) == pytest.approx(0, abs=1e-6)


def test_an_answer_that_stands_alone_is_likelier_than_one_among_its_equals():
    same = np.array([0.6, 0.6, 0.6], np.float32)
    seen, fused = Evidence(same, same, same, same), np.array([0.8, 0.5, 0.5], np.float32)

    alone = p_answers(seen, fused, lead(fused, np.array([0, 1, 2])))
    level = p_answers(seen, np.full(3, 0.8, np.float32), 0.0)

    assert alone[0] > level[0] > alone[1]
    assert p_answers(seen, fused, 0.3, code=True)[0] < alone[0]


@pytest.mark.parametrize(("fused", "documents", "expected"), [([0.9, 0.7, 0.2], [5, 5, 6], 0.7), ([0.9], [1], 0.0), ([], [], 0.0)])
def test_the_lead_is_over_the_best_of_another_document(fused, documents, expected):
    found = lead(np.array(fused, np.float32), np.array(documents, np.int64))

    assert found == pytest.approx(expected, abs=1e-6)
