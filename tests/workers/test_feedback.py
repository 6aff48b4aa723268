"""Questions that found nothing, and labels: kept, counted, and never in the way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from pincite.domain.documents import Location
from pincite.domain.errors import StorageError
from pincite.domain.search import Filter, Hit, Mode, Passage, Query, SearchResult, Snippet
from pincite.workers.feedback import forget_unanswered, keep_label, label, labels, note_outcome, unanswered
from pincite.workers.user_store import FILE_NAME, SavedSearch, save_search, saved_searches

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def hit(path="/notes/weir.md"):
    passage = Passage("p1", 0, 0, path, "notes", "weir.md", "", "Weir", "md", "en", "The weir.", 0, 9, Location(line=1), 1, 1)
    return Hit(passage, Snippet("The weir."), ("words",), {"coverage": 0.5, "p_answers": 0.25})


def asked(text, *hits, note="No document contains “zebra”.", **query):
    return SearchResult(Query(text, **query), notes=(note,), hits=hits)


def test_a_question_that_found_nothing_is_kept_with_its_reason_and_counted(library_folder):
    note_outcome(library_folder, asked("zebra"), NOON)
    note_outcome(library_folder, asked("lamp", note="Your filters hide it.", filters=(Filter("mood", "calm"),)), NOON)
    note_outcome(library_folder, asked("  zebra\n"), NOON + timedelta(hours=1))

    zebra, lamp = unanswered(library_folder)

    assert (zebra.text, zebra.times, zebra.asked_at, zebra.reason) == ("zebra", 2, "2026-05-01T13:00:00+00:00", "No document contains “zebra”.")
    assert (lamp.filters, lamp.mode, lamp.times) == ((Filter("mood", "calm"),), Mode.QUESTION, 1)


def test_a_question_leaves_the_list_when_it_finds_something(library_folder):
    note_outcome(library_folder, asked("weir"), NOON)
    note_outcome(library_folder, asked("zebra"), NOON)

    note_outcome(library_folder, asked("weir", hit()), NOON)

    assert [one.text for one in unanswered(library_folder)] == ["zebra"]


def test_an_answered_question_and_a_blank_one_make_no_file(library_folder):
    note_outcome(library_folder, asked("weir", hit()), NOON)
    note_outcome(library_folder, asked(" \n"), NOON)

    assert not library_folder.exists()
    assert (unanswered(library_folder), labels(library_folder)) == ((), ())


def test_the_last_label_for_a_passage_holds_and_keeps_its_scores(library_folder):
    odd = b"/notes/\xff.md".decode("utf-8", "surrogateescape")

    keep_label(library_folder, label("how high is the weir", hit(odd), NOON, answered=True))
    keep_label(library_folder, label("how high is the weir", hit(odd), NOON, answered=False))
    keep_label(library_folder, label("a\udcffweir", hit(), NOON + timedelta(1), answered=True))

    newest, changed = labels(library_folder)
    assert (newest.question, newest.answered) == ("a?weir", True)
    assert (changed.question, changed.passage, changed.path, changed.answered) == ("how high is the weir", "p1", odd, False)
    assert changed.scores == {"coverage": 0.5, "p_answers": 0.25}


def test_clearing_the_questions_leaves_labels_and_saved_searches(library_folder):
    saved = save_search(library_folder, SavedSearch("Herons", "heron", Mode.QUESTION, ()))
    note_outcome(library_folder, asked("zebra"), NOON)
    keep_label(library_folder, label("weir", hit(), NOON, answered=True))

    forget_unanswered(library_folder)

    assert unanswered(library_folder) == ()
    assert len(labels(library_folder)) == 1
    assert saved_searches(library_folder) == saved


def test_half_a_character_in_a_saved_search_is_no_damage(library_folder):
    (saved,) = save_search(library_folder, SavedSearch("b\ud83dt", "b\ud83dt", Mode.QUESTION, (Filter("mood", "\udcff"),)))

    assert (saved.name, saved.text, saved.filters) == ("b?t", "b?t", (Filter("mood", "\udcff"),))


def test_only_its_owner_can_read_the_file(library_folder):
    note_outcome(library_folder, asked("zebra"), NOON)

    assert (library_folder / FILE_NAME).stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_one_sentence_that_names_it(library_folder):
    library_folder.mkdir()
    (library_folder / FILE_NAME).write_bytes(b"no database" * 100)

    with pytest.raises(StorageError, match=rf"{FILE_NAME}, which keeps what is yours, is damaged .* move it away"):
        note_outcome(library_folder, asked("zebra"), NOON)


@pytest.mark.parametrize("filters", ["", "{", "7", "[1]", '[["a"]]', "[[1, 2, 3, 4]]"])
def test_a_value_that_is_not_ours_is_one_sentence(library_folder, filters):
    note_outcome(library_folder, asked("zebra"), NOON)
    save_search(library_folder, SavedSearch("calm", "lamp", Mode.QUESTION, ()))
    with closing(sqlite3.connect(library_folder / FILE_NAME)) as database, database:
        database.execute("UPDATE unanswered SET filters = ?", (filters,))
        database.execute("UPDATE saved SET filters = ?", (filters,))

    for read in (unanswered, saved_searches):
        with pytest.raises(StorageError, match="is damaged"):
            read(library_folder)
