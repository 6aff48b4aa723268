"""Appointments and contacts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from office_samples import read

from pincite.domain.errors import UnreadableError

CALENDAR = """BEGIN:VCALENDAR
X-WR-CALNAME:Harbour
BEGIN:VTIMEZONE
TZID:Europe/Oslo
COMMENT:never read
END:VTIMEZONE
BEGIN:VEVENT
UID:17@quay
DTSTART;TZID=Europe/Oslo:20240301T100000
SUMMARY:A meeting on moor
 ing at low tide
LOCATION:Quay 3\\, Room 2
ATTENDEE;ROLE=CHAIR;CN="Holm; Ida":mailto:ida@heron.example
DESCRIPTION:Bring boots.\\n\\nAnd hats\\; both.
BEGIN:VALARM
DESCRIPTION:Ring
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Tar the boat
DUE;VALUE=DATE:20240401
END:VTODO
END:VCALENDAR
"""


def test_appointments_are_read_as_people_read_them():
    (document,) = read("harbour.ics", CALENDAR.replace("\n", "\r\n").encode())

    assert document.text == (
        "From: 2024-03-01 10:00\nA meeting on mooring at low tide\nLocation: Quay 3, Room 2\nAttendee: Holm; Ida ida@heron.example\n"
        "Bring boots.\n\nAnd hats; both.\nTar the boat\nDue: 2024-04-01"
    )
    assert document.title == "Harbour"
    assert [section.location.heading_path for section in document.sections] == [("A meeting on mooring at low tide",), ("Tar the boat",)]
    assert document.lines is not None
    assert [document.lines.line_at(document.text.index(words)) for words in ("A meeting", "And hats", "Tar the")] == [10, 14, 20]


def test_contacts_of_old_and_new_programs():
    cards = (
        "BEGIN:VCARD\nVERSION:2.1\nN:Holm;Ida\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ida H=C3=\n=B6lm\nTEL;CELL:+00 12\nPHOTO;BASE64:/9j/4A\nEND:VCARD\n"
        "BEGIN:VCARD\nVERSION:4.0\nORG:Heron;Net\nitem1.ADR:;;Quay 3;Skagen;;;\nNOTE:Keeps\\nkeys\nX-ABUID:1\nEND:VCARD\n"
    )

    (document,) = read("people.vcf", cards.encode())

    assert document.text == "Ida Hölm\nPhone: +00 12\nOrganisation: Heron, Net\nAddress: Quay 3, Skagen\nKeeps\nkeys"
    assert [entry.text for entry in document.outline] == ["Ida Hölm", "Heron, Net"]


def test_what_holds_no_card_is_plain_text():
    (document,) = read("x.ics", b"Only words.\n")

    assert document.text == "Only words.\n"


@given(lines=st.lists(st.sampled_from(["BEGIN:VEVENT", "END:VEVENT", "BEGIN:VALARM", "SUMMARY:a", " b", "DTSTART:2024", "=", "X;ENCODING=QUOTED-PRINTABLE:=", ":", "é"])))
def test_any_order_of_lines_is_read_or_refused(lines: list[str]):
    try:
        documents = read("x.ics", "\n".join(lines).encode())
    except UnreadableError:
        return
    assert all(document.text for document in documents)
