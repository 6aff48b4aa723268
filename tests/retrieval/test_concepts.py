"""What the best hits link to is a candidate; what is filtered or in quarantine is named, and takes nobody's place."""

import pytest
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Channel, Filter, Mode, Query
from pincite.retrieval import Ranker
from pincite.retrieval.judge import TOP_K

NOTES = [
    Note("log.md", ["the heron came back to the weir"], facets={"concept": ("Wading birds", "people/Ines", "nowhere")}),
    Note("birds/wading birds.md", ["long legs and patience"], title="On waders"),
    Note("people/ines.md", ["keeper of the marsh"]),
    Note("other/ines.md", ["a namesake"]),
    Note("lamp.md", ["a lamp"], facets={"concept": ("Lamp oil",)}),
    Note("lamp oil.md", ["flammable"]),
]


def ask(notes, text, **options):
    answer = Ranker(MemorySnapshot(notes)).answer(Query(text, **options), CancelToken())
    return answer, [notes[d.document].path for d in answer.documents]


def beside(answer, notes=NOTES):
    return {notes[d.document].path: d.concepts for d in (*answer.documents, *answer.related) if "concept" in d.best.found_by}


def test_what_the_best_hits_link_to_is_judged_and_marked():
    answer, paths = ask(NOTES, "heron")

    assert paths == ["log.md"]
    assert beside(answer) == {"birds/wading birds.md": ("Wading birds",), "people/ines.md": ("people/Ines",)}
    assert all("p_answers" in d.best.scores for d in answer.related)
    assert answer.candidates == 3


def test_a_document_that_the_words_find_is_no_concept_hit():
    notes = [*NOTES, Note("Wading birds.md", ["the heron again"])]

    assert "Wading birds.md" not in beside(ask(notes, "heron")[0], notes)


@pytest.mark.parametrize("options", [{"channel": Channel.KEYWORD}, {"mode": Mode.QUERY}, {"best_only": True}])
def test_concepts_are_followed_only_where_more_than_the_words_was_asked_for(options):
    assert beside(ask(NOTES, "heron", **options)[0]) == {}


def test_nonsense_leads_nowhere():
    answer, paths = ask(NOTES, "zxqv")

    assert (paths, answer.related) == ([], ())


def test_a_filter_holds_for_concepts_too():
    answer, _ = ask(NOTES, "heron", filters=(Filter("concept", "Wading birds"),))

    assert beside(answer) == {}


def test_only_ten_best_hits_are_followed():
    notes = [Note(f"h{i}.md", ["heron " * (30 - i) + "and more " * i], facets={"concept": (f"c{i}",)}) for i in range(12)]
    notes += [Note(f"c{i}.md", ["linked"]) for i in range(12)]

    answer, paths = ask(notes, "heron", limit=None)

    followed = {path.removesuffix(".md") for path in beside(answer, notes)}
    assert followed
    assert followed.isdisjoint({f"c{path[1:-3]}" for path in paths[10:12]})


def test_what_is_filtered_or_in_quarantine_is_a_drop_with_its_reason_and_takes_no_place():
    notes = [Note(f"x{i}.md", ["heron heron heron"], facets={"status": ("out",)}) for i in range(100)]
    notes += [Note("q.md", ["heron heron"], quarantined=True)]
    notes += [Note(f"y{i}.md", [f"a heron among many other birds of the lake, entry {i}"], facets={"status": ("in",)}) for i in range(70)]

    answer, paths = ask(notes, "heron", filters=(Filter("status", "in"),), limit=100, explain=True)

    reasons = [(notes[number].path, drop.reason) for number, drop in answer.drops]
    assert len(paths) == 70
    assert answer.hidden == 100
    assert answer.candidates >= TOP_K
    assert len({path for path, reason in reasons if reason == "filtered-facet"}) == 100
    assert [path for path, reason in reasons if reason == "quarantined"] == ["q.md"]


def test_nothing_is_dropped_aloud_unless_it_is_asked_for():
    answer, _ = ask([*NOTES, Note("q.md", ["heron"], quarantined=True)], "heron")

    assert [drop for _, drop in answer.drops if drop.reason in ("quarantined", "filtered-facet")] == []
