"""What every index must do, run against the real one and against the one of dictionaries and loops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from memory_index import MemoryIndex
from samples import source, stamp, term, terms

from pincite.domain.documents import Location, Reason, Root, Skipped
from pincite.domain.errors import IndexLockedError
from pincite.domain.protocols import Index
from pincite.domain.search import Filter
from pincite.index import open_index

ROOT = Root("notes", "/home/ines", "Notes")


@pytest.fixture(params=["memory", "whoosh"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Index:
    if request.param == "memory":
        return MemoryIndex()
    return open_index(tmp_path / "library", [ROOT])


def put(index: Index, *sources) -> int:
    writer = index.writer()
    for one in sources:
        writer.put(one)
    return writer.commit()


def found(index: Index, text: str) -> list[str]:
    snapshot = index.snapshot()
    return [passage.id for passage in snapshot.passages(snapshot.match(terms(text)).passages)]


def test_an_empty_index_finds_nothing(index):
    snapshot = index.snapshot()

    matches = snapshot.match(terms("heron"))

    assert len(matches.passages) == 0
    assert (snapshot.passage_count, snapshot.document_count, list(snapshot.sources())) == (0, 0, [])


def test_a_question_without_words_finds_nothing(index):
    put(index, source("a.md"))

    assert len(index.snapshot().match([]).passages) == 0


def test_every_passage_with_any_word_is_found_with_which_words_it_holds(index):
    put(index, source("a.md", ["a heron", "a heron on a kettle", "a lamp"]))
    snapshot = index.snapshot()

    matches = snapshot.match(terms("heron kettle"))

    assert [p.text for p in snapshot.passages(matches.passages)] == ["a heron", "a heron on a kettle"]
    assert matches.terms.tolist() == [0b01, 0b11]


def test_the_form_as_typed_scores_above_another_form_of_the_word(index):
    put(index, source("a.md", ["one resume here", "one résumé here"], language="en"))
    snapshot = index.snapshot()

    matches = snapshot.match([term("résumé")])

    assert matches.exact.tolist() == [0, 1]
    assert matches.scores[1] > matches.scores[0]


def test_a_word_in_the_title_counts_more_than_in_headings_and_there_more_than_in_the_text(index):
    put(
        index,
        source("a.md", ["some words of filler"], title="heron", context="filler words"),
        source("b.md", ["some words of filler"], title="filler", context="heron words"),
        source("c.md", ["some words of heron"], title="filler", context="filler words"),
    )
    snapshot = index.snapshot()

    matches = snapshot.match(terms("heron"))
    order = [snapshot.passages([n])[0].relative for n in matches.passages[np.argsort(-matches.scores)]]

    assert order == ["a.md", "b.md", "c.md"]


def test_a_weight_multiplies_what_its_word_adds_to_a_score(index):
    put(index, source("a.md", ["a heron", "a heron on a kettle", "a lamp"]))
    snapshot = index.snapshot()
    heron, kettle = snapshot.match(terms("heron")).scores, snapshot.match(terms("kettle")).scores

    weighted = snapshot.match(terms("heron kettle"), (2.0, 0.5))

    assert np.allclose(weighted.scores, [2 * heron[0], 2 * heron[1] + kettle[0] / 2])
    assert weighted.terms.tolist() == [0b01, 0b11]


def test_a_term_of_several_keys_is_one_word(index):
    put(index, source("a.md", ["heron lamp"]), source("b.md", ["kettle"]))
    either = term("heron", "en", "")
    several = type(either)("bird", "bird", (*either.keys, *term("kettle").keys))

    matches = index.snapshot().match([several])

    assert len(matches.passages) == 2
    assert index.snapshot().frequencies([several]) == [(2, 2)]


def test_frequencies_count_documents_and_passages(index):
    put(index, source("a.md", ["heron", "heron", "lamp"]), source("b.md", ["heron"]))

    assert list(index.snapshot().frequencies(terms("heron lamp kettle"))) == [(2, 3), (1, 1), (0, 0)]


def test_a_word_is_spread_over_no_fewer_passages_than_hold_it(index):
    put(index, source("a.md", ["a heron by the lamp", "herons"]), source("b.md", ["the heron"]))
    words = terms("heron lamp kettle")

    fresh = list(index.snapshot().spread(words))
    put(index, source("a.md", ["a heron by the lamp", "herons", "a lamp"]))
    snapshot = index.snapshot()

    assert fresh == [3, 1, 0]
    assert all(some >= held for some, (_, held) in zip(snapshot.spread(words), snapshot.frequencies(words), strict=True))


def test_a_passage_is_as_long_as_its_own_text_has_words(index):
    put(index, source("a.md", ["a heron by the lamp", "lamp"]), source("b.md", ["the heron"]))

    lengths = index.snapshot().body_lengths(np.array([0, 1, 2]))

    assert lengths.tolist() == [5, 1, 2]


def test_replacing_a_file_leaves_nothing_of_its_old_text(index):
    put(index, source("a.md", ["old heron", "old marsh"]))

    put(index, source("a.md", ["new kettle"]))

    assert found(index, "heron marsh old") == []
    assert found(index, "kettle") == ["a.md:0"]
    assert index.snapshot().passage_count == 1


def test_a_file_put_twice_in_one_transaction_is_there_once(index):
    put(index, source("a.md", ["first heron"]), source("a.md", ["second heron"]))

    assert [p.text for p in index.snapshot().passages([0])] == ["second heron"]
    assert index.snapshot().passage_count == 1


def test_saving_again_without_a_change_changes_no_score(index):
    put(index, source("a.md", ["heron marsh"]), source("b.md", ["heron lamp lamp"]))
    before = index.snapshot().match(terms("heron lamp"))

    for _ in range(5):
        put(index, source("a.md", ["heron marsh"]))
    after = index.snapshot().match(terms("heron lamp"))

    assert sorted(after.scores.tolist()) == pytest.approx(sorted(before.scores.tolist()), rel=1e-5)


def test_a_removed_file_is_gone_and_unknown_ones_are_ignored(index):
    put(index, source("a.md"), source("b.md"))
    writer = index.writer()

    writer.remove([("notes", "a.md"), ("notes", "never.md"), ("other", "b.md")])
    writer.commit()

    assert found(index, "heron") == ["b.md:0"]
    assert [state.stamp.relative for state in index.snapshot().sources()] == ["b.md"]


def test_a_skipped_file_loses_its_text_and_keeps_its_reason(index):
    put(index, source("a.md"))
    writer = index.writer()

    writer.skip(Skipped(stamp("a.md", size=9), Reason.DAMAGED, "cut at byte 7", "readers-2"))
    writer.commit()
    states = list(index.snapshot().sources())

    assert found(index, "heron") == []
    assert [state.skipped for state in states] == [Skipped(stamp("a.md", size=9), Reason.DAMAGED, "cut at byte 7", "readers-2")]


def test_a_touched_file_has_its_new_stamp_everywhere(index):
    put(index, source("a.md"), source("b.md"))
    writer = index.writer()

    writer.touch(stamp("a.md", size=77, mtime_ns=88))
    writer.touch(stamp("never.md"))
    writer.commit()
    snapshot = index.snapshot()

    assert {state.stamp.relative: state.stamp.size for state in snapshot.sources()} == {"a.md": 77, "b.md": 10}
    assert {p.relative: p.mtime_ns for p in snapshot.passages([0, 1])} == {"a.md": 88, "b.md": 20}


def test_a_moved_file_keeps_its_text_and_takes_the_facets_of_its_new_place(index):
    put(index, source("old/a.md", ["a heron"], facets={"folder": ("Notes", "Notes/old"), "tag": ("birds",)}))
    writer = index.writer()

    writer.move(("notes", "old/a.md"), stamp("new/b.md", mtime_ns=99), {"folder": ("Notes", "Notes/new")})
    writer.commit()
    (passage,) = index.snapshot().passages([0])

    assert (passage.relative, passage.text, passage.mtime_ns) == ("new/b.md", "a heron", 99)
    assert passage.facets == {"language": ("en",), "folder": ("Notes", "Notes/new"), "tag": ("birds",)}
    assert [state.stamp.relative for state in index.snapshot().sources()] == ["new/b.md"]


def test_a_move_onto_another_file_replaces_it(index):
    put(index, source("a.md", ["a heron"]), source("b.md", ["a lamp"]))
    writer = index.writer()

    writer.move(("notes", "a.md"), stamp("b.md"))
    writer.commit()

    assert found(index, "lamp") == []
    assert index.snapshot().passage_count == 1


def test_what_is_cancelled_never_was(index):
    put(index, source("a.md"))
    writer = index.writer()
    writer.put(source("b.md"))
    writer.remove([("notes", "a.md")])

    writer.cancel()

    assert found(index, "heron") == ["a.md:0"]
    assert put(index, source("c.md")) == index.generation()


def test_a_transaction_that_changes_nothing_makes_no_commit(index):
    before = put(index, source("a.md"))

    after = index.writer().commit()

    assert after == before == index.generation()


def test_generations_rise(index):
    first = put(index, source("a.md"))

    second = put(index, source("b.md"))

    assert index.generation() == second > first
    assert index.snapshot().generation == second


def test_only_one_transaction_at_a_time(index):
    writer = index.writer()

    with pytest.raises(IndexLockedError, match="Another process"):
        index.writer()
    writer.cancel()

    index.writer().cancel()


def test_a_snapshot_does_not_see_later_commits(index):
    put(index, source("a.md", ["a heron"]))
    old = index.snapshot()

    put(index, source("a.md", ["a lamp"]), source("b.md", ["a heron"]))

    assert [p.text for p in old.passages(old.match(terms("heron lamp")).passages)] == ["a heron"]
    assert old.passage_count == 1


def test_a_stored_passage_says_all_that_a_citation_needs(index):
    put(index, source("ponds/a.md", ["first", "zweite – Stück"], title="Ponds", context="Birds", facets={"type": ("md",)}))

    passage = index.snapshot().passages([1])[0]

    assert passage.path == "/home/ines/ponds/a.md"
    assert (passage.root, passage.title, passage.type, passage.text) == ("Notes", "Ponds", "md", "zweite – Stück")
    assert (passage.offset, passage.length, passage.passage, passage.passages) == (5, 17, 2, 2)
    assert passage.location == Location(page=2, page_label="iv", line=8, line_end=12, heading_path=("Ponds", "Birds"))
    assert (passage.date, passage.content_sha, passage.indexed_at) == ("2024-05-01", "sha of ponds/a.md", "2026-11-30T20:00:00+00:00")
    assert passage.facets == {"language": ("en",), "type": ("md",)}
    assert passage.metadata == {"keeper": "Ines Varga", "rooms": [1, 2]}


def test_names_with_undecodable_bytes_survive(index):
    put(index, source("odd\udc80name.md", ["a heron"]))

    assert index.snapshot().passages([0])[0].relative == "odd\udc80name.md"


def test_a_passage_is_found_by_its_id(index):
    put(index, source("a.md", ["one", "two"]))
    snapshot = index.snapshot()

    assert snapshot.passages([snapshot.find("a.md:1")])[0].text == "two"
    assert snapshot.find("a.md:7") is None


def test_a_phrase_stands_together_and_in_order(index):
    put(index, source("a.md", ["brown reed heron", "heron brown reed", "reed brown", "brown reed"], title="kettle"))
    snapshot = index.snapshot()

    assert len(snapshot.phrase(terms("brown reed"))) == 3
    assert snapshot.phrase(terms("brown reed"), within=np.array([1, 2])).tolist() == [1]
    assert len(snapshot.phrase(terms("brown heron"))) == 0
    assert snapshot.phrase(terms("brown heron"), slop=1).tolist() == [0]
    assert len(snapshot.phrase(terms("brown unknown"))) == 0


def test_no_phrase_spans_title_and_text(index):
    put(index, source("a.md", ["reed heron"], title="brown"))

    assert len(index.snapshot().phrase(terms("brown reed"))) == 0
    assert len(index.snapshot().phrase(terms("brown"))) == 1


def test_words_that_fit_a_pattern_come_most_frequent_first(index):
    put(index, source("a.md", ["heron herons lamp"]), source("b.md", ["herons heath"]))

    assert list(index.snapshot().vocabulary("he*", 2)) == [("herons", 2), ("heath", 1)]
    assert list(index.snapshot().vocabulary("*on", 5)) == [("heron", 1)]
    assert list(index.snapshot().vocabulary("l?mp", 5)) == [("lamp", 1)]
    assert list(index.snapshot().vocabulary("lamp", 5)) == [("lamp", 1)]
    assert list(index.snapshot().vocabulary("zz*", 5)) == []


def test_words_spelt_alike_come_nearest_first(index):
    put(index, source("a.md", ["kettle kettles kettel nettle"]), source("b.md", ["kettles"]))

    assert list(index.snapshot().similar_words("kettle", 3)) == [("kettle", 1), ("kettles", 2), ("kettel", 1)]
    assert list(index.snapshot().similar_words("zzzzzz", 3)) == []


def test_a_word_is_found_in_one_field_alone(index):
    put(index, source("a.md", ["a heron"], title="Kettle"), source("b.md", ["a kettle"], title="Heron"))
    snapshot = index.snapshot()

    titled, told = (snapshot.in_field(term("heron"), field) for field in ("title", "body"))

    assert [p.title for p in snapshot.passages(titled)] == ["Heron"]
    assert [p.title for p in snapshot.passages(told)] == ["Kettle"]
    assert len(snapshot.in_field(term("heron"), "headings")) == 0


def test_passages_are_found_by_exact_words_and_no_other_form(index):
    put(index, source("a.md", ["two herons", "one heron", "a lamp"]))
    snapshot = index.snapshot()

    found = snapshot.with_words(["herons", "lamp", "nobody"])

    assert [p.text for p in snapshot.passages(found)] == ["two herons", "a lamp"]


def test_passages_are_found_by_every_word_that_fits_a_pattern(index):
    put(index, source("a.md", ["a heron", "two herons", "a lamp"]), source("b.md", ["hero worship", "a weir"]))
    put(index, source("c.md", ["the heroine"]))
    snapshot = index.snapshot()

    fitting = {pattern: {p.text for p in snapshot.passages(snapshot.with_pattern(pattern))} for pattern in ("hero*", "*on*", "?amp", "w*r", "x*")}

    assert fitting == {
        "hero*": {"a heron", "two herons", "hero worship", "the heroine"},
        "*on*": {"a heron", "two herons"},
        "?amp": {"a lamp"},
        "w*r": {"a weir"},
        "x*": set(),
    }


def test_entries_and_values_come_by_document_number(index):
    put(index, source("a.md", ["a heron"], title="Birds"), source("b.md", ["a kettle"]))
    snapshot = index.snapshot()

    entries = snapshot.entries()

    for passage in snapshot.passages(range(snapshot.passage_count)):
        entry = entries[passage.document]
        [origin] = snapshot.origins(np.array([passage.document]))
        assert (entry.document, entry.relative, entry.title, entry.size) == (passage.document, passage.relative, passage.title, passage.size)
        assert (origin.root, origin.relative, origin.content_sha) == (passage.root, passage.relative, passage.content_sha)
        for key in snapshot.facet_keys():
            assert set(passage.facets.get(key, ())) <= set(snapshot.values_of(key)[passage.document])
            assert snapshot.values_of(key, np.array([passage.document])) == [snapshot.values_of(key)[passage.document]]


def test_filters_of_one_key_are_alternatives_and_keys_are_joined(index):
    put(
        index,
        source("a.md", facets={"type": ("md",), "tag": ("birds", "water")}),
        source("b.md", facets={"type": ("md",)}),
        source("c.md", facets={"type": ("pdf",), "tag": ("water",)}),
    )
    snapshot = index.snapshot()

    def passing(*filters: Filter) -> list[bool]:
        return snapshot.document_mask(filters).tolist()

    assert passing(Filter("type", "md"), Filter("type", "pdf")) == [True, True, True]
    assert passing(Filter("type", "md"), Filter("tag", "water")) == [True, False, False]
    assert passing(Filter("tag", "water", exclude=True)) == [False, True, False]
    assert passing(Filter("tag", "(none)")) == [False, True, False]
    assert passing(Filter("tag", "(none)", exclude=True)) == [True, False, True]
    assert passing(Filter("nowhere", "x")) == [False, False, False]
    assert passing(Filter("nowhere", "(none)")) == [True, True, True]


def test_a_folder_holds_for_everything_below_it(index):
    put(index, source("a.md", facets={"folder": ("Notes/ponds",)}), source("b.md", facets={"folder": ("Notes/pondside",)}))
    snapshot = index.snapshot()

    assert snapshot.document_mask([Filter("folder", "Notes")]).tolist() == [True, True]
    assert snapshot.document_mask([Filter("folder", "Notes/ponds")]).tolist() == [True, False]


def test_a_quarantined_document_passes_no_filter_but_is_counted(index):
    put(index, source("a.md", quarantined=True), source("b.md"))
    snapshot = index.snapshot()

    assert snapshot.document_mask([]).tolist() == [False, True]
    assert (snapshot.document_count, snapshot.quarantined_count) == (2, 1)


def test_languages_come_most_frequent_first(index):
    put(index, *(source(f"{i}.md", facets={"language": (language,)}) for i, language in enumerate(["de", "en", "en"])))

    assert list(index.snapshot().languages) == ["en", "de"]


def test_vectors_are_kept_by_text_and_survive_a_move(index):
    put(index, source("a.md", ["a heron", "a lamp"]))
    missing = index.snapshot().texts_without_vectors(10)
    index.put_vectors("", [key for key, _ in missing], np.eye(2, 4, dtype=np.float32))
    writer = index.writer()

    writer.move(("notes", "a.md"), stamp("b.md"))
    writer.commit()
    snapshot = index.snapshot()

    assert (snapshot.vector_count, list(snapshot.texts_without_vectors(10))) == (2, [])
    assert snapshot.nearest(np.eye(4, dtype=np.float32)[1], None, 1).passages.tolist() == [1]
    assert snapshot.similarities(np.eye(4, dtype=np.float32)[1], np.array([1, 0])) == pytest.approx([1, 0], abs=0.01)


def test_a_passage_without_a_vector_has_no_similarity(index):
    put(index, source("a.md", ["a heron"]))

    snapshot = index.snapshot()

    assert np.isnan(snapshot.similarities(np.ones(4, np.float32), np.array([0]))).all()
    assert len(snapshot.nearest(np.ones(4, np.float32), None, 5).passages) == 0


def test_the_nearest_are_sought_among_the_filtered_documents_only(index):
    put(index, source("a.md", ["a heron"]), source("b.md", ["a lamp"]))
    keys = [key for key, _ in index.snapshot().texts_without_vectors(10)]
    index.put_vectors("", keys, np.array([[1, 0], [0.6, 0.8]], np.float32))
    snapshot = index.snapshot()

    near = snapshot.nearest(np.array([1, 0], np.float32), np.array([False, True]), 5)

    assert near.passages.tolist() == [1]
    assert near.scores == pytest.approx([0.6], abs=0.01)


def test_a_word_is_found_by_the_stem_of_the_text_s_own_language_only(index):
    put(index, source("en.md", ["it is not a heron"]), source("de.md", ["die Noten zur Reise"], language="de"), source("more.md", ["a note on herons"]))
    notes = term("notes", "en", "de")

    snapshot = index.snapshot()

    assert notes.keys == ("note", "not")
    assert snapshot.match([notes]).passages.tolist() == [1, 2]
    assert list(snapshot.frequencies([notes])) == [(2, 2)]


def test_commits_and_vectors_change_the_state_and_looking_does_not(index):
    states = [index.state()]

    put(index, source("a.md", ["a heron"]))
    states.append(index.state())
    keys = [key for key, _ in index.snapshot().texts_without_vectors(10)]
    index.put_vectors("", keys, np.eye(1, 2, dtype=np.float32))
    states += [index.state(), index.state()]

    assert len(set(states[:3])) == 3
    assert states[2] == states[3]


def test_vectors_of_forgotten_texts_are_pruned(index):
    put(index, source("a.md", ["a heron"]), source("b.md", ["a lamp"]))
    keys = [key for key, _ in index.snapshot().texts_without_vectors(10)]
    index.put_vectors("", keys, np.eye(2, dtype=np.float32))
    writer = index.writer()
    writer.remove([("notes", "a.md")])
    writer.commit()

    dropped = index.prune_vectors()

    assert (dropped, index.prune_vectors()) == (1, 0)
    assert index.snapshot().vector_count == 1
