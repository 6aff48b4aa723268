"""Results taken along: each form is numbered, cites, and holds whatever a document says without being led by it."""

from __future__ import annotations

import csv
import io
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Location
from pincite.domain.export import COLUMNS, WRITERS, as_bibtex, as_csv, as_markdown, as_text
from pincite.domain.search import Hit, Passage, Query, SearchResult, Snippet

PAGE = Location(page=12, page_label="xii", heading_path=("Floods", "1953"))


def hit(text="The weir held.", title="River notes", path="/notes/river #1.pdf", location=PAGE, **more):
    return Hit(Passage("p", 0, 0, path, "notes", "river.pdf", "", title, "pdf", "en", text, 0, len(text), location, 1, 1, **more), Snippet(text), ("words",), {})


def found(*hits, question="did the weir hold?", notes=()):
    return SearchResult(Query(question), hits=hits, notes=notes)


WRITTEN = {"date": "1954-02-01", "metadata": {"author": ["Ada Marwick", "Jo_Lind"]}}


def test_plain_text_has_the_question_and_numbered_places():
    assert as_text(found(hit(), hit("It broke.", title="Diary", location=Location(line=4)))) == (
        "did the weir hold?\n\n[1] River notes, p. xii (12), Floods > 1953 (/notes/river #1.pdf)\nThe weir held.\n\n"
        "[2] Diary, line 4 (/notes/river #1.pdf)\nIt broke.\n"
    )


def test_plain_text_keeps_its_budget_however_many_results():
    text = as_text(found(*[hit("я" * 3000)] * 30))

    assert len(text.encode()) <= 10_000 + len("did the weir hold?\n\n\n")
    assert text.rstrip().endswith("more left out for length]")


def test_where_nothing_is_found_the_reason_is_taken_along():
    assert as_text(found(notes=("No document contains “zebra”.",))).endswith("\n\nNo document contains “zebra”.\n")
    assert as_bibtex(found()) == ""
    assert list(csv.reader(io.StringIO(as_csv(found())))) == [list(COLUMNS)]


def test_markdown_quotes_each_passage_under_a_link_to_its_place():
    shown = as_markdown(found(hit("One <b>\nline", title="a [odd] *title*")))

    assert shown == (
        "# did the weir hold?\n\n1. [a \\[odd\\] \\*title\\*](<file:///notes/river%20%231.pdf#page=12>), p. xii (12), Floods \\> 1953\n\n"
        "   > One &lt;b>\n   > line\n"
    )


def test_a_table_has_a_row_for_each_result_and_no_formula():
    table = as_csv(found(hit('=HYPERLINK("x")', **WRITTEN), hit('He said "no",\nand left.')))

    first, second = csv.DictReader(io.StringIO(table, newline=""))
    assert (first["n"], first["page"], first["page_label"], first["author"]) == ("1", "12", "xii", "Ada Marwick, Jo_Lind")
    assert first["text"] == "'=HYPERLINK(\"x\")"
    assert second["text"] == 'He said "no",\nand left.'
    assert "fused" not in table
    assert "order" not in first


def test_a_bibliography_names_author_year_place_and_passage():
    note = as_bibtex(found(hit("50% of {it}", **WRITTEN), hit(**WRITTEN)))

    assert note.startswith("@misc{marwick1954river,\n  title = {River notes},\n  author = {Ada Marwick and Jo\\_Lind},\n  year = {1954},\n")
    assert "  note = {p. xii (12), Floods > 1953},\n  annote = {50\\% of \\{it\\}},\n}" in note
    assert "@misc{marwick1954river-2,\n" in note


texts = st.text(st.one_of(st.sampled_from('\x1b\n\r\t"{}\\%=[1]\u202e#>é水'), st.characters()), max_size=80)


@pytest.mark.parametrize("form", WRITERS)
@given(text=texts, title=texts, name=st.binary(max_size=20).map(os.fsdecode))
def test_nothing_in_a_document_leads_a_terminal_or_breaks_a_form(form, text, title, name):
    shown = WRITERS[form](found(hit(text, title, "/n/" + name.replace("\0", ""), metadata={"author": title}), hit(question := "last")))

    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]", shown)
    assert question in shown


@given(st.lists(st.tuples(texts, texts), max_size=5))
def test_every_table_reads_back_with_as_many_rows(written):
    table = as_csv(found(*(hit(text, title) for text, title in written)))

    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [row["n"] for row in rows] == [str(n) for n in range(1, len(written) + 1)]
    assert all(set(row) == set(COLUMNS) for row in rows)


@given(st.lists(st.tuples(texts, texts), max_size=5))
def test_the_braces_of_a_bibliography_are_balanced(written):
    note = as_bibtex(found(*(hit(text, title, metadata={"author": title}) for text, title in written)))

    bare = re.sub(r"\\[{}\\]", "", note)
    assert bare.count("{") == bare.count("}")
    assert len(set(re.findall(r"^@misc\{(.*),$", note, re.MULTILINE))) == len(written)
