"""Archives: members, names, budgets."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile

import pytest
from office_samples import docx, place_of, read, word_paragraph, zipped

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.zip_guard import clean_name
from pincite.extraction.source_file import Options


def tar(members: dict[str, bytes], mode: str = "w") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def test_members_are_documents_with_their_places():
    data = zipped(
        {
            "notes/a.md": "# Tides\n\nHigh water.",
            "b.docx": docx(word_paragraph("Moon", "H1") + word_paragraph("Full.")),
            "c.png": b"\x89PNG\r\n\x1a\n",
        }
    )

    own, note, word = read("box.zip", data)

    assert (own.member, own.title, own.text) == ("", "box.zip", "notes/a.md\nb.docx\nc.png")
    assert place_of(own, "b.docx").part == "contents"
    assert (note.member, note.title) == ("notes/a.md", "Tides")
    assert (word.member, place_of(word, "Full").heading_path) == ("b.docx", ("Moon",))
    assert own.notices == ("Members without text that can be read: 1 png.",)


def test_archives_within_archives_are_opened_to_a_depth():
    data = zipped({"deep.txt": "deepest words"})
    for level in range(5):
        data = zipped({f"in{level}.zip": data, f"note{level}.txt": f"words of level {level}"})

    documents = read("nest.zip", data, Options(max_depth=2))

    members = {document.member for document in documents}
    assert {"note4.txt", "in4.zip/note3.txt", "in4.zip/in3.zip/note2.txt"} <= members
    assert not any("note1" in member for member in members)
    assert any("opened 2 deep" in notice for document in documents for notice in document.notices)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_never_lead_out_and_are_told_apart():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("../../etc/passwd.txt", "/abs.txt", "C:\\dir\\x.txt", "a.txt", "a.txt"):
            archive.writestr(name, f"words in {name}")

    documents = read("names.zip", stream.getvalue())

    assert [document.member for document in documents[1:]] == ["etc/passwd.txt", "abs.txt", "dir/x.txt", "a.txt", "a.txt (2)"]


@pytest.mark.parametrize(
    ("encoding", "name"), [("gbk", "审计压缩包文件检索测试.txt"), ("cp866", "Отчёт.txt"), ("utf-8", "Überschwemmung.txt"), ("cp437", "Größe.txt"), ("cp850", "Übung 3.pdf.txt"), ("cp1252", "Grüße aus Köln.txt"),
     ("gbk", "照片.txt"), ("shift_jis", "写真.txt"), ("big5", "會議紀錄.txt"), ("cp949", "보고서.txt"), ("cp1251", "Договор.txt"), ("cp852", "Zażółć.txt")]
)
def test_names_in_the_code_page_of_their_writer_are_readable(encoding: str, name: str):
    raw = name.encode(encoding)
    data = zipped({"x" * len(raw): "words"}).replace(b"x" * len(raw), raw)

    documents = read("names.zip", data)

    assert documents[1].member == name


def test_keys_and_passwords_in_an_archive_are_left_out_and_counted():
    documents = read("x.zip", zipped({"a.txt": "words", "deploy.pem": "key", ".env": "x=1", "home/.aws/credentials": "key", "keys.md": "about keys"}))

    assert [document.member for document in documents] == ["", "a.txt", "keys.md"]
    assert documents[0].notices == ("Members with keys or passwords, which are left out: 3.",)


def test_a_bad_member_does_not_lose_its_neighbours():
    data = bytearray(zipped({"a.txt": "good words " * 50, "b.txt": "bad words " * 50, "c.docx": b"no zip", "d.txt": "last words"}))
    at = data.index(b"b.txt") + 10
    data[at : at + 4] = b"\xff\xff\xff\xff"

    documents = read("mixed.zip", bytes(data))

    assert [document.member for document in documents] == ["", "a.txt", "d.txt"]
    assert len(documents[0].notices) == 2


def test_an_encrypted_member_is_told_and_alone_asks_for_a_password():
    def locked(data: bytes, name: bytes) -> bytes:
        head, entry = bytearray(data), data.rindex(name) - 46
        struct.pack_into("<H", head, entry + 8, struct.unpack_from("<H", data, entry + 8)[0] | 1)
        return bytes(head)

    both = read("two.zip", locked(zipped({"a.txt": "open words", "b.txt": "secret"}), b"b.txt"))
    with pytest.raises(UnreadableError) as refusal:
        read("one.zip", locked(zipped({"b.txt": "secret"}), b"b.txt"))

    assert both[0].notices == ("b.txt was not read: it is protected by a password.",)
    assert refusal.value.reason is Reason.PASSWORD


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bomb.zip", zipped({"a.txt": b"0" * 40_000_000})),
        ("bzip2.zip", zipped({"a.txt": b"0" * 40_000_000}, zipfile.ZIP_BZIP2)),
        ("bomb.gz", gzip.compress(b"0" * 40_000_000)),
        ("bomb.xz", lzma.compress(b"0" * 40_000_000)),
        ("bomb.tgz", tar({"a.txt": b"0" * 40_000_000}, "w:gz")),
        ("bomb.docx", docx("<w:p/>" * 4_000_000)),
    ],
)
def test_a_bomb_is_noticed_while_it_is_small(name: str, data: bytes):
    with pytest.raises(UnreadableError) as refusal:
        read(name, data)

    assert refusal.value.reason is Reason.TOO_LARGE


def test_one_budget_holds_for_all_members_at_every_depth():
    words = "".join(f"{number:05}" for number in range(20_000))
    inner = zipped({f"{n}.txt": words for n in range(5)}, zipfile.ZIP_STORED)
    data = zipped({"a.zip": inner, "b.zip": inner}, zipfile.ZIP_STORED)

    documents = read("budget.zip", data, Options(max_unpacked=1_400_000))

    assert sum(len(document.text) for document in documents) < 1_400_000
    assert any("unpacks to more than 1 MB" in notice for document in documents for notice in document.notices)


@pytest.mark.parametrize(
    ("name", "data", "members"),
    [
        ("x.tar", tar({"a/b.txt": b"words", "../c.txt": b"more words"}), ["", "a/b.txt", "c.txt"]),
        ("x.tar.gz", tar({"a.txt": b"words"}, "w:gz"), ["", "a.txt"]),
        ("x.tbz2", tar({"a.txt": b"words"}, "w:bz2"), ["", "a.txt"]),
        ("x.txz", tar({"a.txt": b"words"}, "w:xz"), ["", "a.txt"]),
        ("notes.txt.gz", gzip.compress(b"words"), ["notes.txt"]),
        ("notes.txt.bz2", bz2.compress(b"words"), ["notes.txt"]),
    ],
)
def test_members_of_tar_and_packed_files_are_read(name: str, data: bytes, members: list[str]):
    documents = read(name, data)

    assert [document.member for document in documents] == members
    assert "words" in documents[-1].text


def test_links_and_devices_in_a_tar_are_not_followed():
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for kind, target in ((tarfile.SYMTYPE, "/etc/hostname"), (tarfile.LNKTYPE, "a.txt"), (tarfile.CHRTYPE, "")):
            info = tarfile.TarInfo(f"link{kind.decode()}.txt")
            info.type, info.linkname = kind, target
            archive.addfile(info)
        info = tarfile.TarInfo("a.txt")
        info.size = 5
        archive.addfile(info, io.BytesIO(b"words"))

    documents = read("links.tar", stream.getvalue())

    assert [document.member for document in documents] == ["", "a.txt"]


def test_a_cut_archive_keeps_what_came_before_the_cut():
    data = tar({"a.txt": b"first words", "b.txt": b"x" * 5_000})

    documents = read("cut.tar", data[:2_000])
    (packed,) = read("cut.txt.gz", gzip.compress("".join(f"{n} words\n" for n in range(50_000)).encode())[:-5_000])

    assert documents[1].member == "a.txt"
    assert documents[0].notices
    assert packed.cut
    assert packed.text.startswith("0 words")


def test_machinery_and_secrets_in_an_archive_are_left_out():
    data = zipped({".ssh/id_rsa": "secret words", "__MACOSX/._a.txt": "x", "app/.git/config": "y", "a.txt": "words"})

    documents = read("home.zip", data)

    assert [document.text.strip() for document in documents] == ["a.txt", "words"]


@pytest.mark.parametrize(
    ("name", "expected"), [("a/../b", "a/b"), ("\\\\server\\x", "server/x"), ("./a//b/", "a/b"), ("..", ""), ("c:/x", "x")]
)
def test_a_clean_name_has_no_way_out(name: str, expected: str):
    assert clean_name(name) == expected


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_are_unpacked_by_whatever_common_method_they_were_packed(method):
    text = "The ferry leaves at noon.\n" * 5_000

    _, member = read("box.zip", zipped({"ferry.txt": text}, method))

    assert member.text == text
