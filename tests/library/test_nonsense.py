"""What is no question gets no answer, however it was typed, with the encoder that ships."""

import random
from pathlib import Path

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.encoding import UniversalSentenceEncoder
from pincite.evaluation import load_collection
from pincite.index import open_index
from pincite.library.bench import index_collection
from pincite.retrieval.pipeline import Ranker
from pincite.splitting.auto import AutoSplitter

COLLECTIONS = Path(__file__).parents[3] / "shared" / "data" / "collections"
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "1qaz2wsx", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")


def letters(dice):
    return "".join(dice.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(dice.randint(4, 9)))


def keys(dice):
    row = dice.choice(ROWS)
    start = dice.randrange(len(row) - 3)
    return row[start : start + dice.randint(4, 8)]


@pytest.mark.long
@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason="the judged collections are not here")
@pytest.mark.parametrize("word", [letters, keys])
def test_five_hundred_heaps_of_letters_are_not_answered(tmp_path, word):
    encoder, dice = UniversalSentenceEncoder(), random.Random(11)
    index = open_index(tmp_path, (), encoder.id)
    index_collection(index, load_collection(COLLECTIONS / "xquad-en"), AutoSplitter(400), lambda text: "en", encoder, CancelToken())
    ranker = Ranker(index.snapshot(), encoder)
    heaps = [" ".join(word(dice) for _ in range(dice.randint(1, 6))) for _ in range(500)]

    answers = {heap: ranker.answer(Query(heap), CancelToken()) for heap in heaps}

    unknown = [heap for heap, answer in answers.items() if not any(term.documents for term in answer.terms)]
    assert len(unknown) > 450  # a few hold the stem of a word by chance: "afcli" is an adverb of AFC
    assert [heap for heap in unknown if answers[heap].documents] == []
