"""What a document is counted and filtered by."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Document, FileStamp, Root
from pincite.library.facets import concept_name, facets_of, is_quarantined, place_facets, read_date

ROOT = Root("r", "/home/vera/notes", "notes")
MTIME_NS = int(datetime(2019, 5, 17, tzinfo=UTC).timestamp()) * 10**9


def placed(relative="a/b/note.md", **more):
    metadata = more.pop("metadata", {})
    document = Document(**{"type": "md", "text": "", "sections": (), "metadata": metadata, **more})
    return facets_of(document, ROOT, FileStamp("r", relative, 1, MTIME_NS))


def facet(key, **more):
    return placed(**more).facets.get(key, ())


def test_a_folder_holds_for_all_below_it():
    assert facet("folder") == ("a", "a/b")
    assert facet("folder", relative="note.md") == ()
    assert facet("root") == ("notes",)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("[[Ines Falk]]", ("Ines Falk",)),
        ("[[people/falk#Life|Ines Falk]]", ("Ines Falk",)),
        ("[[Ines Falk]], [[Oto Brandl]]", ("Ines Falk", "Oto Brandl")),
        (["[[Ines Falk]]", "Oto Brandl"], ("Ines Falk", "Oto Brandl")),
        ("see [[Ines Falk]]", ("see [[Ines Falk]]",)),
        ("[[]]", ("[[]]",)),
    ],
)
def test_a_property_that_links_to_notes_is_counted_by_what_the_links_show(value, names):
    assert facet("author", metadata={"author": value}) == names
    assert facet("mentor", metadata={"mentor": value}) == names


def test_the_type_is_in_small_letters():
    assert facet("type", type="PDF") == ("pdf",)


def test_the_year_is_the_document_s_own_else_the_file_s():
    assert (facet("year"), placed().date) == (("2019",), "")
    assert (facet("year", metadata={"date": "2024-02-29"}), placed(metadata={"date": "2024-02-29"}).date) == (("2024",), "2024-02-29")
    assert facet("year", metadata={"year": 1911}) == ("1911",)
    assert facet("year", metadata={"creationdate": "D:20201224180000+01'00'"}) == ("2020",)
    assert facet("year", metadata={"date": "not yet", "modified": "2021-01-01T10:00:00Z"}) == ("2021",)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024", "2024"),
        ("2024-05", "2024-05"),
        ("2024-05-17T10:00:00+02:00", "2024-05-17"),
        ("20240517", "2024-05-17"),
        ("2024/05/17", "2024-05-17"),
        ("2024-02-30", "2024-02"),
        ("2024-13-01", "2024"),
        ("2024-5-7", "2024-05-07"),
        ("17.05.1998", "1998"),
        ("17 May 1998", "1998"),
        ("Fri, 17 May 2024 10:00:00 +0200", "2024-05-17"),
        ("0000-00-00", ""),
        ("soon", ""),
        ("", ""),
        ("123456789", ""),
    ],
)
def test_dates_are_as_exact_as_they_are_stated(text, date):
    assert read_date(text) == date


@given(st.text())
def test_any_text_is_a_date_or_none(text):
    date = read_date(text)

    assert date == "" or len(date) in (4, 7, 10)


@pytest.mark.parametrize(
    ("depth", "bucket"),
    [(2.4, "2"), (0, "0"), (3, "3"), (7, "3"), (-1, "0"), ("1.9", "1"), (True, None), ("deep", None), (None, None), (float("nan"), None), ([2], None)],
)
def test_depth_is_counted_by_its_integer_part(depth, bucket):
    assert facet("depth", metadata={"depth": depth}) == ((bucket,) if bucket else ())


def test_authors_are_told_apart_and_lose_their_addresses():
    assert facet("author", metadata={"author": "Ida Brandt; Omar Said"}) == ("Ida Brandt", "Omar Said")
    assert facet("author", metadata={"author": "Ida Brandt and Omar Said"}) == ("Ida Brandt", "Omar Said")
    assert facet("author", metadata={"authors": ["Brandt, Ida", "Said, Omar"]}) == ("Brandt, Ida", "Said, Omar")
    assert facet("author", metadata={"from": '"Ida Brandt" <ida@example.org>'}) == ("Ida Brandt",)


def test_tags_come_from_everywhere_and_once():
    assert facet("tag", tags=("#boats", "rope"), metadata={"keywords": "rope, knots; sails"}) == ("boats", "rope", "knots", "sails")


def test_concepts_come_from_front_matter_and_from_links_to_other_notes():
    links = ("Splicing", "notes/Knots.md#bowline", "https://example.org/a", "mailto:a@example.org", "chart.png", "#here", "../Rope%20walk.md", ".NET")

    concepts = facet("concept", links=links, metadata={"concepts": ["[[Hemp|the fibre]]", "Tar"]})

    assert concepts == ("Hemp", "Tar", "Splicing", "notes/Knots", "Rope walk", ".NET")


def test_a_concept_is_the_same_however_it_is_linked():
    assert {concept_name(one) for one in ("Tar", "[[Tar]]", "[[Tar|pitch]]", "Tar.md", "[[Tar#uses]]", "./Tar.md")} == {"Tar"}


def test_every_other_key_of_the_front_matter_is_a_facet_with_its_plain_values():
    metadata = {"status": "draft", "experience": 11, "ratio": 0.5, "done": True, "mood": None, "crew": ["Ann", "Bo", "Ann"], "title": "T", "a b": "no"}

    facets = placed(metadata=metadata).facets

    assert facets["status"] == ("draft",)
    assert facets["experience"] == ("11",)
    assert facets["ratio"] == ("0.5",)
    assert facets["done"] == ("true",)
    assert facets["crew"] == ("Ann", "Bo")
    assert not {"mood", "title", "a b"} & set(facets)


def test_prose_is_no_facet_and_keys_are_bounded():
    metadata = {"remark": "x" * 500} | {f"key{number}": "v" for number in range(200)}

    facets = placed(metadata=metadata).facets

    assert "remark" not in facets
    assert len(facets) < 60


def test_quarantine_is_the_owner_s_word_or_the_folder():
    assert placed(metadata={"triage": "quarantined"}).quarantined
    assert placed(relative="x/Quarantine/a.md").quarantined
    assert not placed(relative="quarantine.md").quarantined
    assert not placed(metadata={"triage": "kept"}).quarantined
    assert not is_quarantined({}, "quarantine/a.md", "")


def test_an_edit_of_the_body_moves_no_number():
    assert placed(text="one", metadata={"genre": "paper"}) == placed(text="two", metadata={"genre": "paper"})


def test_names_that_are_no_unicode_can_be_shown():
    facets = place_facets(Root("r", "/x", "caf\udce9"), FileStamp("r", "gr\udcfcn/a.md", 1, 1))

    assert all(value.encode("utf-8") for values in facets.values() for value in values)


values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20), lambda inner: st.lists(inner, max_size=3))


@given(st.dictionaries(st.text(max_size=12) | st.sampled_from(["date", "depth", "author", "tags", "concepts", "triage"]), values, max_size=8))
def test_no_front_matter_breaks_it(metadata):
    facets = placed(metadata=metadata).facets

    assert all(values and all(value == value.strip() and value for value in values) for values in facets.values())


def test_what_programs_write_about_themselves_is_no_facet():
    metadata = {"creator": "Typesetter 9", "producer": "pdfmaker", "date": "2014-06-02", "modified": "2015", "pages": 12, "crop": "rye"}

    facets = facets_of(Document("pdf", "x", (), metadata=metadata), Root("r", "/r", "r"), FileStamp("r", "a.pdf", 1, 1)).facets

    assert facets["crop"] == ("rye",)
    assert facets["year"] == ("2014",)
    assert not facets.keys() & {"creator", "producer", "date", "modified", "pages"}
