"""Words and meaning in one list: who is asked, who is judged, and what the list is ordered by."""

from __future__ import annotations

import numpy as np
import pytest
from note_library import NoteLibrary, names

from pincite.cli.contract import result_object
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Document, Location, Section
from pincite.domain.errors import EncoderError
from pincite.domain.search import Channel, Filter, Order, Query
from pincite.encoding import HashingEncoder
from pincite.retrieval.judge import TOP_K, VECTOR_TOP_K
from pincite.splitting.auto import AutoSplitter


class Slanted(HashingEncoder):
    """Takes every text that speaks of water for nearly the same as every question, whatever its words."""

    def encode(self, texts):
        rows = 0.05 * super().encode(texts)
        for row, text in zip(rows, texts, strict=True):
            row[0] += 0.2 if "heron" in text and "water" not in text and "?" not in text else 1.0
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def open_library(tmp_path):
    made = []

    def open_library(encoder, **notes):
        made.append(NoteLibrary(tmp_path / str(len(made)), encoder).put(**notes))
        if encoder:
            made[-1].encode()
        return made[-1]

    yield open_library
    for library in made:
        library.searcher.close()


NOTES = {
    "words": "the grey heron stands by the weir at dawn", "both": "a heron in the water", "meaning": "water, water everywhere",
    "other": "water under the bridge",
}


def test_the_list_is_not_sorted_by_nearness(open_library):
    library = open_library(Slanted(64), **NOTES)

    result = library.ask("grey heron weir dawn?", limit=None)

    cosines = [hit.scores["cosine"] for hit in result.hits]
    assert names(result)[0] == "words"
    assert cosines != sorted(cosines, reverse=True)
    assert library.searcher.counters.snapshot().keyword_promotions > 0


def test_what_the_list_is_ordered_by_is_in_no_export(open_library):
    library = open_library(Slanted(64), **NOTES)

    (first, *_) = result_object(library.ask("grey heron weir dawn?"))["results"]

    assert set(first["scores"]) <= {"bm25", "coverage", "cosine", "p_answers", "specificity", "rank"}
    assert not {"fused", "key", "order_key"} & set(first)


def test_both_channels_are_asked_where_there_is_an_encoder_and_words_alone_where_there_is_none(open_library):
    hybrid, words = open_library(HashingEncoder(64), **NOTES), open_library(None, **NOTES)

    found, plain = hybrid.ask("heron weir"), words.ask("heron weir")
    keyword = hybrid.ask("heron weir", channel=Channel.KEYWORD)

    assert "meaning" in found.hits[0].found_by
    assert {by for hit in plain.hits for by in hit.found_by} == {"words"}
    assert names(plain) == names(keyword)
    assert [hit.scores for hit in plain.hits] == [hit.scores for hit in keyword.hits]


def test_sixty_documents_by_words_and_thirty_more_by_meaning_are_judged(open_library):
    by_words, by_meaning = {f"w{i}": f"heron number {i}" for i in range(70)}, {f"m{i}": f"water number {i}" for i in range(55)}
    library = open_library(Slanted(64), **by_words, **by_meaning)

    result = library.ask("heron?", limit=TOP_K, explain=True)

    judged = {hit.passage.title for hit in (*result.hits, *result.related) if "p_answers" in hit.scores}
    judged |= {drop.title for drop in result.dropped if drop.p_answers is not None}
    assert (TOP_K, VECTOR_TOP_K) == (60, 30)
    assert sorted(name[0] for name in judged) == ["m"] * VECTOR_TOP_K + ["w"] * TOP_K


@pytest.mark.parametrize("size", [40, 80, 200, 400, 800])
def test_the_same_document_stands_first_whatever_the_size_of_passages(tmp_path, size):
    texts = {
        "weir": "The weir was built of oak. " * 40 + "In spring the sluice keeper opens the gate by two turns. " + "Reeds grow below it. " * 40,
        "bees": "Two hives came through the winter. " * 50 + "The keeper of the hives opens the lid in spring. ",
        "boat": "Varnish the boat before May. " * 60,
    }
    library = NoteLibrary(tmp_path)
    for name, text in texts.items():
        document = Document("txt", text, (Section(0, len(text), Location()),), title=name)
        library.put(**{name: ([chunk.text for chunk in AutoSplitter(size, 0).split(document, name)], {})})

    result = library.searcher.search(Query("who opens the sluice gate by two turns in spring"), CancelToken())
    library.searcher.close()

    assert names(result)[0] == "weir"
    assert "sluice keeper opens" in result.hits[0].passage.text


def test_a_choice_and_an_order_list_every_member_with_what_the_words_find_first(open_library):
    drafts = {f"d{i}": (["a lamp in the hall"], {"status": "draft"}) for i in range(4)}
    library = open_library(None, **drafts, match=(["the heron"], {"status": "draft"}), done=(["a heron"], {"status": "done"}))

    result = library.ask("heron", Filter("status", "draft"), order=Order("status"))

    assert names(result) == ["match", "d0", "d1", "d2", "d3"]


class Failing(HashingEncoder):
    """An encoder whose model has gone."""

    def encode(self, texts):
        raise EncoderError("The model for search by meaning cannot be loaded.")


def test_nothing_in_the_documents_hidden_by_filters_and_a_silent_channel_are_told_apart(open_library):
    library = open_library(None, **NOTES)
    broken = NoteLibrary(library.folder.parent / "broken", Failing(64)).put(**NOTES)

    absent, hidden = library.ask("zebra"), library.ask("heron", Filter("type", "pdf"))
    silent = broken.ask("heron", channel=Channel.VECTOR)
    broken.searcher.close()

    assert (absent.hits, hidden.hits) == ((), ())
    assert sorted(names(silent)) == ["both", "words"]
    assert absent.notes == ("No document contains “zebra”.",)
    assert "No document has type “pdf”" in hidden.notes[0]
    assert any("cannot be loaded. Words alone were searched." in note for note in silent.notes)
    assert len({absent.notes, hidden.notes, silent.notes}) == 3
