"""Safe opening of ZIP and XML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.budget import Budget
from pincite.extraction.containers.xml_guard import local, parse_xml, stream_xml, text_of
from pincite.extraction.containers.zip_guard import clean_name, open_zip
from pincite.extraction.office.properties import iso_date, people, real_title, split_keywords


def test_external_and_nested_entities_are_left_out(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("tree-frog")
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    declared = f'<!DOCTYPE r [<!ENTITY leak SYSTEM "{secret.as_uri()}"><!ENTITY a0 "laugh">{laughs}]>'

    text = text_of(parse_xml(f"{declared}<r>before &leak; after &lt;</r>".encode()))
    bomb = text_of(parse_xml(f"{declared}<r>before &a9;</r>".encode()))
    with pytest.raises(UnreadableError) as refusal:
        parse_xml(f'{declared}<r x="&a9;">words</r>'.encode())

    assert " ".join(text.split()) == "before after <"
    assert bomb.strip() == "before"
    assert refusal.value.reason is Reason.DAMAGED


def test_broken_and_misdeclared_xml_is_repaired_as_far_as_it_goes():
    assert text_of(parse_xml(b"<r><a>one</a> & two <b>three</r>")).split() == ["one", "two", "three"]
    assert text_of(parse_xml("<?xml version='1.0' encoding='utf-16'?><r>grün</r>".encode())) == "grün"
    assert text_of(parse_xml("\ufeff<?xml version='1.0' encoding='utf-8'?><r>grün</r>".encode())) == "grün"


@pytest.mark.parametrize("data", [b"", b"plain words", b"\x00\x01\x02"])
def test_what_is_no_xml_is_damaged(data: bytes):
    with pytest.raises(UnreadableError) as parsed:
        parse_xml(data)
    with pytest.raises(UnreadableError) as streamed:
        list(stream_xml(data, "r"))

    assert parsed.value.reason is streamed.value.reason is Reason.DAMAGED


def test_streaming_yields_each_element_once_and_keeps_what_came_before_a_break():
    data = b"<sheet xmlns='urn:x'>" + b"".join(b"<row><c>%d</c></row>" % n for n in range(1000)) + b"<row><c>cut"

    rows = [text_of(row) for row in stream_xml(data, "row")]

    assert rows[:1000] == [str(n) for n in range(1000)]
    assert {local(row) for row in stream_xml(data, "row")} == {"row"}


def test_a_directory_without_end_is_refused():
    with pytest.raises(UnreadableError) as refusal:
        open_zip(b"PK\x01\x02" * 100_001)

    assert refusal.value.reason is Reason.TOO_LARGE


def test_a_budget_is_shared_and_leaves_room_for_smaller_members():
    budget = Budget(100, 2)

    budget.take(60)
    with pytest.raises(UnreadableError):
        budget.take(50)
    budget.take(40)

    assert budget.spent
    assert [budget.take_member() for _ in range(3)] == [True, True, False]


@given(st.text())
def test_no_name_leads_out(name: str):
    parts = clean_name(name).split("/")

    assert ".." not in parts
    assert clean_name(name) == clean_name(clean_name(name)) or len(parts[0]) == 2
    assert not clean_name(name).startswith("/")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2012-12-31T11:01:39Z", "2012-12-31T11:01:39+00:00"),
        ("2021-04-30T10:15:00.123+0200", "2021-04-30T10:15:00+02:00"),
        ("1899", "1899"),
        ("2021-13-01", ""),
        ("soon", ""),
        (None, ""),
    ],
)
def test_dates_are_as_precise_as_they_were_written(written: str | None, meant: str):
    assert iso_date(written) == meant


def test_keywords_people_and_titles_are_told_apart():
    assert split_keywords("sea, moon; tide, high") == ("sea, moon", "tide, high")
    assert split_keywords("sea, moon, sea") == ("sea", "moon")
    assert people(["Ida Holm; Per Lund", "Ida Holm"]) == ["Ida Holm", "Per Lund"]
    assert [real_title(text) for text in ("PowerPoint Presentation", "Microsoft Word - tides.doc", "Document1", "Presentation skills")] == [
        "",
        "tides.doc",
        "",
        "Presentation skills",
    ]


def test_a_declaration_of_nothing_but_blanks_costs_no_more_than_its_length():
    with pytest.raises(UnreadableError) as refusal:
        parse_xml(b"<?xml version='0.0' e\x00ncoding" + b"\n" * 1_000_000)

    assert refusal.value.reason is Reason.DAMAGED
