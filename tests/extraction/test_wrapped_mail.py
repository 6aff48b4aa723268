"""What mail programs wrap: signed content, Outlook's winmail.dat, messages without the name of mail."""

from __future__ import annotations

import base64
import struct
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_samples import read

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.mail.smime import signed_content
from pincite.extraction.mail.tnef import attachments

SIGNED, ENVELOPED, PLAIN = (bytes.fromhex(f"2a864886f70d0107{last}") for last in ("02", "03", "01"))
MAGIC = b"\x78\x9f\x3e\x22"  # of TNEF
HEAD = "From: Ida Holm <ida@heron.example>\nTo: per@heron.example\nSubject: Tides\nDate: Tue, 1 Mar 2022 10:15:00 +0100\n"


def der(tag: int, *parts: bytes, endless: bool = False) -> bytes:
    """An element of the encoding, with its length before it or two zeros after it."""
    body = b"".join(parts)
    if endless:
        return bytes((tag, 0x80)) + body + b"\0\0"
    size = len(body).to_bytes(4, "big")
    return bytes((tag, 0x84)) + size + body


def signed(content: bytes, kind: bytes = SIGNED, *, pieces: bool = False) -> bytes:
    """A message that holds *content* in its signature, as OpenSSL writes it or in pieces of unknown length."""
    octets = der(0x24, *(der(0x04, content[at : at + 7]) for at in range(0, len(content), 7)), endless=True) if pieces else der(0x04, content)
    inner = der(0x30, der(0x06, PLAIN), der(0xA0, octets, endless=pieces), endless=pieces)
    whole = der(0x30, der(0x02, b"\1"), der(0x31), inner, der(0x31), endless=pieces)
    return der(0x30, der(0x06, kind), der(0xA0, whole, endless=pieces), endless=pieces)


def wrapped(data: bytes) -> bytes:
    """A mail whose body is this S/MIME message."""
    body = base64.encodebytes(data).decode()
    return f"{HEAD}MIME-Version: 1.0\nContent-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n{body}".encode()


@given(content=st.binary(min_size=1, max_size=60), pieces=st.booleans(), armoured=st.booleans())
def test_signed_content_comes_out_as_it_went_in(content: bytes, pieces: bool, armoured: bool):
    data = signed(content, pieces=pieces)

    assert signed_content(base64.encodebytes(data) if armoured else data) == content


@given(data=st.binary(max_size=200))
def test_no_bytes_make_the_unwrapping_fail(data: bytes):
    signed_content(b"\x30" + data)
    list(attachments(MAGIC + data))


def test_an_opaquely_signed_mail_is_read_and_an_encrypted_one_is_told():
    (document,) = read("x.eml", wrapped(signed(b"Content-Type: text/plain\r\n\r\nThe water is low.\r\n")))
    (closed,) = read("x.eml", wrapped(signed(b"secret", ENVELOPED)))

    assert document.text.endswith("The water is low.")
    assert closed.notices == ("Its body is encrypted.",)


def test_a_document_in_its_signature_is_read_as_what_it_is():
    (document,) = read("bill.csv.p7m", signed(b"fruit,crates\nquince,3\n"))

    assert (document.member, document.type) == ("bill.csv", "csv")
    assert "fruit: quince" in document.text
    with pytest.raises(UnreadableError) as refusal:
        read("bill.csv.p7m", signed(b"x", ENVELOPED))
    assert refusal.value.reason is Reason.PASSWORD


def attribute(kind: int, body: bytes) -> bytes:
    return struct.pack("<BII", 2, kind, len(body)) + body + struct.pack("<H", sum(body) & 0xFFFF)


def winmail(files: dict[str, bytes]) -> bytes:
    """The TNEF stream Outlook attaches: short names, bytes, and the long name among other properties."""
    parts = [MAGIC, b"\1\0", attribute(0x00069003, b"\0\0\0\0")]
    for name, data in files.items():
        long = f"{name}\0".encode("utf-16-le")
        properties = struct.pack("<IHHI", 3, 3, 0x0E20, len(data)) + struct.pack("<HHII", 0x1F, 0x3703, 1, 4) + "x\0".encode("utf-16-le")
        properties += struct.pack("<HHII", 0x1F, 0x3707, 1, len(long)) + long
        parts += [attribute(0x00069002, b"\0" * 14), attribute(0x00018010, b"SHORT~1.TXT\0"), attribute(0x0006800F, data), attribute(0x00069005, properties)]
    return b"".join(parts)


def test_the_attachments_in_winmail_dat_are_read():
    mail = EmailMessage()
    mail["Subject"] = "Tides"
    mail.set_content("See attached.")
    mail.add_attachment(winmail({"Flut im März.txt": b"The flood came.", "Plan.csv": b"a,b\n1,2\n"}), "application", "ms-tnef", filename="winmail.dat")

    documents = read("x.eml", mail.as_bytes())

    assert [document.member for document in documents] == ["", "winmail.dat/Flut im März.txt", "winmail.dat/Plan.csv"]
    assert documents[1].text == "The flood came."


def test_a_cut_winmail_dat_keeps_what_is_whole():
    data = winmail({"one.txt": b"first words", "two.txt": b"second words"})

    assert [name for name, _ in attachments(data[: data.index(b"second")])] == ["one.txt"]


@pytest.mark.parametrize("name", ["1646126100.M1P1.quay:2,S", "Inbox", "mail"])
def test_a_message_needs_no_extension(name: str):
    (document,) = read(name, f"{HEAD}\nThe water is low.\n".encode())

    assert (document.type, document.title, document.metadata["author"]) == ("eml", "Tides", "Ida Holm")


def test_a_mailbox_needs_no_extension():
    documents = read("Sent", f"From ida@heron.example Tue Mar  1 10:15:00 2022\n{HEAD}\nOne.\n\nFrom per@heron.example Tue Mar  1 10:16:00 2022\n{HEAD}\nTwo.\n".encode())

    assert [document.member for document in documents] == ["message 1", "message 2"]


@pytest.mark.parametrize("text", ["From: Ida\nTo: Per\n\nA note.\n", "Date: today\nPlace: quay\n\nWords.\n", "From here on, 10:15 is late.\n\nWords.\n"])
def test_what_only_begins_like_mail_is_text(text: str):
    (document,) = read("notes", text.encode())

    assert (document.type, document.text) == ("txt", text)
