"""The golden cases of the five source systems, by their numbers, over a real index."""

from __future__ import annotations

import numpy as np
import pytest
from note_library import NoteLibrary, names

from pincite.domain.citation import numbered
from pincite.domain.search import Count, Filter, Mode, Order, Ranking
from pincite.retrieval.fusion import reciprocal_rank_fusion
from pincite.retrieval.gap import cut_at_largest_gap
from pincite.retrieval.rank import Judged, rank, score


@pytest.fixture
def library(tmp_path):
    made = NoteLibrary(tmp_path)
    yield made
    made.searcher.close()


FILLERS = {f"filler{n}": f"Entry {n}: varnish the boat, feed the starter, mend the gutter before May." for n in range(20)}


# 5.1


@pytest.mark.parametrize("question", ["how do I hot-reload config?", "what's the config's file", "path:config", "config*", "config NOT reload"])
def test_case_1_a_question_in_any_spelling_finds_hot_reload_and_is_built_of_plain_words(library, question):
    library.put(net="Notes on hot reload of the config file.", **FILLERS)

    result = library.ask(question)

    assert names(result) == ["net"]
    assert all(word.isalnum() or "'" in word for word in result.built.split(" OR "))


# 5.2

TWENTY = (
    "func process delta var velocity vector2 zero input is_action_pressed move_right move_left length normalized speed animatedsprite2d play stop"
    " position clamp screen_size"
)
A = "delta velocity vector2 zero input is_action_pressed move_right move_left normalized animatedsprite2d"
B = "velocity delta speed play position clamp screen_size"


def test_case_2_both_halves_of_a_pasted_function_are_found_where_and_finds_nothing(library):
    library.put(a=A, b=B, **FILLERS)

    demanded, asked = library.ask(TWENTY, mode=Mode.QUERY), library.ask(TWENTY)

    assert demanded.hits == ()
    assert names(asked) == ["a", "b"]
    held = [sum(term.used and term.text in text.split() for term in asked.terms) for text in (A, B)]
    assert held == [10, 7]


def test_case_2_the_absent_words_are_named(library):
    library.put(a=A, b=B, stop="Stop at the weir.", **FILLERS)

    asked, demanded = library.ask(TWENTY), library.ask(TWENTY, mode=Mode.QUERY)

    assert [term.text for term in asked.terms if term.used and not term.documents] == ["func", "process", "var", "length"]
    assert "No document contains “func”, “process”, “var” or “length”." in asked.notes
    assert demanded.notes[0] == "No document contains “func”, “process”, “var” or “length”."


# 5.3


@pytest.mark.parametrize(
    ("factors", "expected"),
    [((0.8,), 0.8), ((0.8, 3), 1.0), ((0.8, 0, True), 0.96), ((0.8, 0, False, 3), 0.88), ((1, 1.5, True, 1.5), 1.4175), ((1, 7, False, -2), 1.25)],
)
def test_case_3_rank_is_the_product_of_its_factors(factors, expected):
    assert score(*factors) == pytest.approx(expected)


# 5.4


def test_case_4_keep_window_and_limit_each_name_what_they_leave_out():
    items = [
        Judged("guide", p_answers=0.85, specificity=3, genre="tutorial_or_guide", depth=2), Judged("paper", p_answers=0.9, specificity=1),
        Judged("weak", p_answers=0.52), Judged("no", p_answers=0.3), Judged("late", p_answers=0.7), Judged("slow", reason="timeout"),
    ]  # fmt: skip

    kept, drops = rank(items, "how_to", keep=0.5, window=0.35, limit=2)

    assert [(item.path, round(item.rank("how_to"), 3)) for item in kept] == [("guide", 1.36), ("paper", 0.975)]
    assert {drop.path: drop.reason for drop in drops} == {
        "weak": "below-window", "no": "low-probability", "late": "limit", "slow": "undecided:timeout",
    }  # fmt: skip


# 5.5


def test_case_5_the_atlas_counts_what_is_live_and_the_quarantine_apart(library):
    library.put(
        p1=(["x"], {"genre": "paper", "relevance": "core", "depth": 2.4}), p2=(["x"], {"genre": "paper", "relevance": "adjacent", "depth": 3}),
        t=(["x"], {"genre": "tutorial_or_guide", "depth": 0.2}), r=(["x"], {"genre": "reference_docs", "doc_kind": "article"}),
        q=(["x"], {"genre": "paper", "triage": "quarantined", "depth": 1}),
    )  # fmt: skip

    atlas, totals = library.ask().facets, library.searcher.overview()

    assert (totals.documents, totals.documents - totals.articles, totals.articles, totals.quarantined) == (4, 3, 1, 1)
    assert list(atlas["genre"]) == [Count("paper", 2), Count("reference_docs", 1), Count("tutorial_or_guide", 1)]
    assert list(atlas["relevance"]) == [Count("(none)", 2), Count("adjacent", 1), Count("core", 1)]
    depth = {count.value: count.documents for count in atlas["depth"]}
    assert [depth.get(row, 0) for row in ("0", "1", "2", "3", "(none)")] == [1, 0, 1, 1, 1]


# 5.6


@pytest.fixture
def people(library):
    years = {"ada": "8", "bo": "11", "cy": "30", "di": "30", "ed": "30"}
    notes = {name: (["a builder of weirs"], {"experience": value}) for name, value in years.items()}
    return library.put(octocat42=(["a builder"], {"status": "done"}), fay=(["a builder"], {}), **notes)


def test_case_6_an_order_by_what_nobody_has_keeps_relevance_and_says_so(people):
    result = people.ask("builder weirs", order=Order("expereince", descending=True))

    assert names(result) == names(people.ask("builder weirs"))
    assert "experience" in result.notes[0]
    assert "order by relevance was kept" in result.notes[0]


def test_case_6_a_filter_on_what_nobody_has_finds_nothing_and_names_the_keys(people):
    result = people.ask("builder", Filter("seniority", "30"))

    assert result.hits == ()
    assert "Keys here: " in result.notes[0]
    assert "experience 5" in result.notes[0]


@pytest.mark.parametrize("value", ["octocat42", "@OctoCat42"])
def test_case_6_a_value_that_is_a_title_offers_the_document(people, value):
    assert "there is a document called octocat42" in people.ask("", Filter("github", value)).notes[0]


def test_case_6_numbers_sort_by_value_and_blanks_come_last(people):
    upwards, downwards = (names(people.ask("", order=Order("experience", down))) for down in (False, True))

    assert upwards[:2] == ["ada", "bo"]
    assert sorted(upwards[2:5]) == sorted(downwards[:3]) == ["cy", "di", "ed"]
    assert sorted(upwards[5:]) == sorted(downwards[5:]) == ["fay", "octocat42"]


# 5.7


def ranking(*passages):
    return Ranking("x", np.array(passages, np.int64), np.linspace(1, 0.5, len(passages)).astype(np.float32))


def test_case_7_reciprocal_ranks_count_from_one_and_a_weight_of_nothing_removes_a_list():
    one, other = ranking(7, 8, 9), ranking(5, 6, 7)

    fused = reciprocal_rank_fusion([one, other])
    without = reciprocal_rank_fusion([one, other], [1, 0])

    assert dict(zip(fused.passages.tolist(), fused.scores.tolist(), strict=True))[7] == pytest.approx(1 / 61 + 1 / 63)
    assert without.passages.tolist() == reciprocal_rank_fusion([one]).passages.tolist()
    assert without.scores.tolist() == reciprocal_rank_fusion([one]).scores.tolist()


# 5.8


def scored(result):
    return [(hit.passage.title, hit.scores["bm25"]) for hit in result.hits]


def test_case_8_identical_saves_change_neither_ranking_nor_scores(library):
    library.put(a="the heron of the weir", b="a heron", **FILLERS)
    first = scored(library.ask("heron weir"))

    for _ in range(12):
        library.put(a="the heron of the weir")

    assert scored(library.ask("heron weir")) == first


def test_case_8_after_an_edit_the_old_words_find_nothing_in_the_same_searcher(library):
    library.put(a="the heron of the weir", **FILLERS)
    assert names(library.ask("heron")) == ["a"]

    library.put(a="the dipper of the weir")

    assert names(library.ask("heron")) == []
    assert names(library.ask("dipper")) == ["a"]


def test_case_8_a_crash_before_the_commit_leaves_the_old_version(library):
    library.put(a="the heron of the weir", **FILLERS)

    library.crash_while_saving(a="the dipper of the weir")

    assert names(library.ask("heron")) == ["a"]
    assert names(library.ask("dipper")) == []


# 5.9


def test_case_9_an_export_keeps_its_budgets_and_always_has_the_first(library):
    library.put(**{f"n{n}": "мельница у реки " * 150 for n in range(9)}, **FILLERS)
    hits = library.ask("мельница").hits

    text, tiny = numbered(hits), numbered(hits, 2000, 90)

    assert len(text.encode()) <= 10_000
    assert all(len(block.split("\n", 1)[-1].encode()) <= 2000 for block in text.split("\n\n"))
    assert text.startswith("[1] ")
    assert len(tiny.encode()) <= 90
    assert tiny.startswith("[1] ")
    assert "\ufffd" not in text


# 5.10


def test_case_10_a_hundred_better_hidden_documents_take_no_place_and_are_counted(library):
    library.put(
        **{f"x{n}": (["heron heron heron"], {"status": "out"}) for n in range(100)},
        **{f"y{n}": ([f"entry {n}: a heron among many other birds"], {"status": "in"}) for n in range(70)},
    )

    result = library.ask("heron", Filter("status", "in"), limit=60)

    assert len(result.hits) == 60
    assert all("p_answers" in hit.scores for hit in result.hits)
    assert (result.total_documents, result.hidden) == (70, 100)


def test_case_10_a_click_on_any_number_of_the_atlas_returns_that_many(library):
    library.put(
        p1=(["x"], {"genre": "paper", "depth": 2.4, "tags": ["a", "b"]}), p2=(["x"], {"genre": "paper", "tags": ["b"]}), r=(["x"], {}), sub__t=(["x"], {"depth": 0}),
    )  # fmt: skip

    for key, counts in library.ask().facets.items():
        for count in counts:
            assert len(library.ask("", Filter(key, count.value), limit=None).hits) == count.documents, (key, count)


# 5.11


@pytest.mark.parametrize(("scores", "kept"), [([0.9, 0.88, 0.3, 0.29], 2), ([0.5, 0.5, 0.5], 3), ([0.7], 1)])
def test_case_11_the_list_is_cut_at_its_largest_gap_wherever_it_stands(scores, kept):
    assert cut_at_largest_gap(scores) == kept
    assert cut_at_largest_gap([one + 1000 for one in scores]) == kept
    assert cut_at_largest_gap([one * 64 for one in scores]) == kept


# 5.12


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("мельницы", "mill"), ("café", "cafe"), ("cafe", "cafe"), ("A002", "rule"), ("RULE-A002", "rule"), ("is_action_pressed", "code"),
        ("action", "code"), ("水位", "water"), ("测量水位", "water"),
    ],
)  # fmt: skip
def test_case_12_words_of_any_kind_are_found_whole_and_by_their_parts(library, question, title):
    library.put(
        mill="Старая мельница у реки", cafe="Le café du port", rule="See RULE-A002 there", code="if Input.is_action_pressed(x):",
        water="这份笔记记录了精确测量水位的方法", **FILLERS,
    )  # fmt: skip

    assert names(library.ask(question)) == [title]
