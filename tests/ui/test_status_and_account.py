"""What the strip, the account and the report say."""

from __future__ import annotations

from datetime import datetime

import boatyard
import pytest

from pincite.domain.documents import FileStamp, Reason, Skipped
from pincite.domain.events import Committed, Embedding, Failed, LeftOut, Notice, Reading, Scanning, Synced
from pincite.domain.search import Query
from pincite.sources.globs import GlobList
from pincite.ui.attention.rows import GROUPS, QUIET, as_text, attention_count, groups_of, rows_of, size_in_words
from pincite.ui.explain.account import account_of
from pincite.ui.explain.account import as_text as account_as_text
from pincite.ui.first_run.choices import FolderChoice, suggested
from pincite.ui.first_run.presenter import FirstRunPresenter
from pincite.ui.progress.status import Status, about, after
from pincite.ui.shortcuts.keys import SHORTCUTS

NOW = datetime(2026, 11, 30, 14, 2).astimezone()


@pytest.mark.parametrize(
    ("event", "state", "headline"),
    [
        (Scanning(1234), "busy", "Looking for files — 1,234 so far"),
        (Reading(3120, 41203, "x", 18.4, 2100.0), "busy", "Reading 3,120 of 41,203 files · 18/s · about 35 min left"),
        (Reading(1, 2), "busy", "Reading 1 of 2 files"),
        (Synced(documents=3, passages=9), "good", "Up to date"),
        (Synced(unavailable=("USB",)), "warn", "Drive not connected: USB"),
        (Notice("Watching is limited.", "warning"), "warn", "Watching is limited."),
        (Failed("the disk is full."), "bad", "Stopped by an error: the disk is full."),
    ],
)
def test_each_event_has_its_words(event, state, headline):
    status = after(Status(), event, NOW)

    assert (status.state, status.headline) == (state, headline)


def test_meaning_has_a_bar_of_its_own_until_it_is_complete():
    part = after(Status(), Embedding(1900, 4310), NOW)
    whole = after(part, Embedding(4310, 4310), NOW)

    assert (part.meaning, round(part.meaning_share, 2)) == ("Meaning search 1,900 of 4,310", 0.44)
    assert (whole.meaning, whole.meaning_share) == ("", -1.0)


def test_a_commit_tells_how_much_can_be_searched():
    assert after(Status(), Committed(2, 1240, 4310), NOW).counts == "1,240 documents · 4,310 passages"


@pytest.mark.parametrize(("seconds", "words"), [(20, "less than a minute left"), (360, "about 6 min left"), (9000, "about 2 h left")])
def test_time_left_is_coarse(seconds, words):
    assert about(seconds) == words


def test_the_account_tells_what_counted_and_what_was_left_out():
    result = boatyard.answer(Query("how long must varnish cure"))

    account = account_of(result, result.hits[0])

    assert account.place == "1 of 41"
    assert [(part.name, part.value) for part in account.parts][:2] == [("words (BM25)", "11.2"), ("words covered", "100%")]
    assert account.drops == (("Sea trials checklist", "weaker than the best"), ("Varnish suppliers 2019", "does not answer (0.31)"))
    assert [chip.text for chip in account.terms if chip.struck] == ["how", "long", "must"]
    assert "Varnish suppliers 2019: does not answer (0.31)" in account_as_text(account)


def test_every_reason_has_advice_and_words():
    assert all(reason.advice.endswith(".") for reason in Reason)
    assert set(GROUPS) | QUIET == set(Reason)


def test_the_report_tells_what_needs_somebody_first():
    files = boatyard.FakeSearcher().left_out()

    rows = rows_of(reversed(files))

    assert [row.name for row in rows] == ["hull.pdf", "scan.pdf", "<img src=x>.md"]
    assert attention_count(files) == 2
    assert groups_of(files) == ("1 needs a password", "1 is a scan without text")
    assert "/yard" not in as_text(rows, paths=False)
    assert as_text(rows).startswith("/yard/plans/hull.pdf\tIt is protected by a password.")


def damaged(name, reason=Reason.DAMAGED):
    return LeftOut("/n/" + name, Skipped(FileStamp("r", name, 10, 1), reason))


@pytest.mark.parametrize("name", ["a.pdf", "b[1].pdf", "odd {x,y} *?\\.pdf", "deep/er/é.pdf", ",.pdf"])
def test_the_rule_for_a_file_fits_it_and_no_other(name):
    (row,) = rows_of([damaged(name)])

    rules = GlobList((row.rule,))

    assert rules.first(name, name.rpartition("/")[2], folder=False)
    assert not rules.first("elsewhere/" + name, name.rpartition("/")[2], folder=False)
    assert not rules.first(name + "x", name + "x", folder=False)


@pytest.mark.parametrize(("reason", "name"), [(Reason.EXCLUDED, "a.pdf"), (Reason.CUT, "a.pdf"), (Reason.DAMAGED, "a\udcff.pdf")])
def test_there_is_no_rule_where_it_is_of_no_use(reason, name):
    (row,) = rows_of([damaged(name, reason)])

    assert row.rule == ""


def test_a_left_out_file_adds_to_what_needs_attention():
    file = boatyard.FakeSearcher().left_out()[0]

    assert after(Status(), LeftOut(file.path, file.skipped), NOW).attention == 1


@pytest.mark.parametrize(("size", "words"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (8_400_000, "8.4 MB"), (12_000_000_000, "12 GB")])
def test_sizes_are_short(size, words):
    assert size_in_words(size) == words


def test_one_folder_of_a_middle_size_is_suggested(qtbot):
    presenter, suggestions = FirstRunPresenter(), []
    presenter.suggested.connect(suggestions.append)
    presenter.offer(("/h/Notes", "/h/Documents", "/h/Desktop"))

    presenter.show_count("/h/Documents", 90_000, 0, more=True)
    presenter.show_count("/h/Desktop", 12, 0, more=False)
    presenter.show_count("/h/Notes", 1240, 3, more=False)

    assert suggestions == ["/h/Notes"]
    assert suggested((FolderChoice("/e", "e", 0),)) == ""


def test_no_two_wishes_share_a_key():
    keys = [key for shortcut in SHORTCUTS if not shortcut.local for key in shortcut.keys]

    assert len(keys) == len(set(keys))
