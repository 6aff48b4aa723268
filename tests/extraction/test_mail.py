"""Mail and mailboxes."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from office_samples import docx, place_of, read, word_paragraph

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.mail.text import reflowed


def message(**headers: str) -> EmailMessage:
    mail = EmailMessage()
    for name, value in {"Subject": "Tides", "From": "Ida Holm <ida@heron.example>", "To": "per@heron.example", **headers}.items():
        mail[name.replace("_", "-")] = value
    return mail


def test_header_fields_are_metadata_and_can_be_searched():
    mail = message(Subject="Hochwässer für März", Date="Tue, 1 Mar 2022 10:15:00 +0100", Cc="Ana Reis <ana@heron.example>")
    mail.set_content("See you at the quay.\n\nIda")

    (document,) = read("x.eml", mail.as_bytes())

    assert document.title == "Hochwässer für März"
    assert (document.metadata["author"], document.metadata["date"]) == ("Ida Holm", "2022-03-01T10:15:00+01:00")
    assert document.metadata["cc"] == ["Ana Reis <ana@heron.example>"]
    assert place_of(document, "ana@heron.example").part == "headers"
    assert place_of(document, "See you").part == "body"


def test_one_version_of_a_body_is_read_with_its_links():
    mail = message()
    mail.set_content("Plain words.")
    mail.add_alternative("<p>Rich <b>words</b> and <a href='https://heron.example/'>a link</a>.</p><style>p {}</style>", subtype="html")

    (document,) = read("x.eml", mail.as_bytes())

    assert "Rich words and a link." in document.text
    assert "Plain" not in document.text
    assert document.links == ("https://heron.example/",)


def test_an_empty_rich_version_leaves_the_plain_one():
    mail = message()
    mail.set_content("Plain words.")
    mail.add_alternative(" ", subtype="html")

    (document,) = read("x.eml", mail.as_bytes())

    assert "Plain words." in document.text


def test_attachments_are_members_read_by_their_own_readers():
    mail = message()
    mail.set_content("Attached.")
    mail.add_attachment(
        docx(word_paragraph("Moon", "H1") + word_paragraph("High water.")),
        maintype="application",
        subtype="octet-stream",
        filename="tides.docx",
    )
    mail.add_attachment(b"broken", maintype="application", subtype="octet-stream", filename="tides.docx")
    inner = message(Subject="Older")
    inner.set_content("What we wrote before.")
    mail.add_attachment(inner)

    own, word, older = read("x.eml", mail.as_bytes())

    assert (own.member, word.member, older.member) == ("", "tides.docx", "Older.eml")
    assert place_of(word, "High water").heading_path == ("Moon",)
    assert older.title == "Older"
    assert "What we wrote before." in older.text
    assert "tides (2).docx was not read" in own.notices[0]


def test_flowed_text_has_whole_paragraphs():
    assert reflowed("A long \nline.\n> quoted \n> words\n-- \nIda", delete_space=False) == "A long line.\n> quoted words\n-- \nIda"


@pytest.mark.parametrize(
    ("charset", "encoding", "text"),
    [
        ("ks_c_5601-1987", "cp949", "똠방각하"),
        ("x-sjis", "cp932", "髙い山"),
        ("gb2312", "gb18030", "镕基"),
        ("iso-8859-1", "cp1252", "“quoted” €5"),
        ("nonsense", "utf-8", "grün"),
    ],
)
def test_bodies_are_decoded_under_the_names_that_programs_use(charset: str, encoding: str, text: str):
    data = f"Subject: x\r\nContent-Type: text/plain; charset={charset}\r\n\r\n".encode() + text.encode(encoding)

    (document,) = read("x.eml", data)

    assert text in document.text


def test_header_words_are_decoded_raw_or_encoded_even_cut_within_a_character():
    cut = b"=?utf-8?b?" + b"Z3LD" + b"?= =?utf-8?b?" + b"vG4=" + b"?="

    (encoded,) = read("x.eml", b"Subject: " + cut + b"\n\nbody")
    (raw,) = read("x.eml", "Subject: grün\n\nbody".encode())

    assert encoded.title == raw.title == "grün"


def test_a_message_without_boundary_or_header_keeps_its_words():
    broken = b'Content-Type: multipart/mixed; boundary="b"\n\npreamble\n--b\nContent-Type: multipart/alternative; boundary="c"\n\nInner words\n--b--\n'

    (document,) = read("x.eml", broken)
    (bare,) = read("y.eml", b"\nNo header at all.\nOnly words.\n")

    assert "Inner words" in document.text
    assert "No header at all." in bare.text


def test_an_encrypted_body_is_said_to_be_so():
    data = b"Subject: x\nContent-Type: multipart/encrypted; protocol=application/pgp-encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--\n"

    (document,) = read("x.eml", data)

    assert document.notices == ("Its body is encrypted.",)


def test_each_message_of_a_mailbox_is_a_document():
    box = (
        b"From ida@heron.example Mon Jun 01 10:00:00 2009\nSubject: One\n\nFirst.\n>From here on quoted.\nFrom the sea, no new message.\n\n"
        b"From per@heron.example Mon Jun 01 11:00:00 2009\r\nSubject: Two\r\n\r\nSecond.\r\n"
    )

    documents = read("box.mbox", box)

    assert [(document.member, document.title) for document in documents] == [("message 1", "One"), ("message 2", "Two")]
    assert "From here on quoted.\nFrom the sea" in documents[0].text


def test_members_of_a_mailbox_message_are_named_below_it():
    mail = message()
    mail.set_content("Look inside.")
    mail.add_attachment(b"Deep words.", maintype="text", subtype="plain", filename="note.txt")

    documents = read("box.mbox", b"From x Mon Jun 01 10:00:00 2009\n" + mail.as_bytes())

    assert [document.member for document in documents] == ["message 1", "message 1/note.txt"]


def test_apple_and_web_archive_forms_of_a_message():
    mail = message()
    mail.set_content("Apple words.")
    data = mail.as_bytes()
    web = b"From: <Saved by a browser>\nSubject: Page\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<h1>Reeds</h1><p>Herons.</p>\n--b\nContent-Type: text/css\n\np {color: red}\n--b--\n"

    (apple,) = read("1.emlx", str(len(data)).encode() + b"\n" + data + b"<?xml version='1.0'?><plist/>")
    (page,) = read("page.mht", web)

    assert apple.text.endswith("Apple words.")
    assert place_of(page, "Herons").heading_path == ("Reeds",)
    assert "color" not in page.text


def test_an_outlook_message_without_the_extra_names_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "oxmsg", None)
    container = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + bytes(16)
        + b"\x3e\x00\x03\x00\xfe\xff\x09\x00\x06\x00"
        + bytes(10)
        + b"\x00\x00\x00\x00"
        + b"\xfe\xff\xff\xff"
        + bytes(4)
    )
    container += b"\x00\x10\x00\x00" + b"\xfe\xff\xff\xff" + bytes(4) + b"\xfe\xff\xff\xff" + bytes(4) + b"\xff" * 436 + bytes(512)

    with pytest.raises(UnreadableError) as refusal:
        read("x.msg", container)

    assert refusal.value.reason is Reason.HELPER_MISSING


def test_a_paragraph_that_begins_with_from_begins_no_message():
    first, second = read(
        "box.mbox",
        b"From ida@heron.example Mon Jun 01 10:00:00 2009\nSubject: One\n\nFirst.\n\nFrom the sea, no message.\n\nFrom land: none.\nNote: a list\n\n"
        b"From per\nReturn-Path: <per@heron.example>\nSubject: Two\n\nSecond.\n",
    )

    assert "From the sea, no message.\n\nFrom land: none.\nNote: a list" in first.text
    assert second.title == "Two"


def test_a_separator_without_end_costs_no_more_than_its_length():
    documents = read("box.mbox", b"From x Mon Jun 01 10:00:00 2009\nSubject: One\n\nFirst.\n\nFrom a " + b"9" * 100_000 + b"\nnext\n")

    assert [document.title for document in documents] == ["One"]
