"""From bytes to text: marks, UTF-8, UTF-16, legacy code pages in twelve languages, and what is no text."""

from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.encodings import decode, known

TEXTS = {
    "cp1252 de": "Der Bootsbauer prüft die Hölzer für das größere Schiff, während draußen der Regen über die Dächer fällt.",
    "cp1252 fr": "Le charpentier vérifie les planches; après l’été, il répare la coque abîmée où l’eau a pénétré, ça dépend.",
    "cp1252 es": "El carpintero revisó la madera mañana y tarde; ¿quién más podría hacerlo en tan pequeño astillero?",
    "iso8859-15 pt": "A construção do navio não começou; há tábuas à espera e o carpinteiro não está, são três irmãos.",
    "cp1250 pl": "Szkutnik sprawdził deski, które leżały już długo pod dachem, żeby łódź mogła wypłynąć w świąteczną niedzielę.",
    "iso8859-2 cs": "Loďař zkontroloval dřevo, které leželo dlouho pod střechou, aby loď mohla vyplout ještě před svátky.",
    "cp1250 hu": "A hajóács megvizsgálta a deszkákat, amelyek régóta a tető alatt feküdtek, hogy a bárka időben elkészüljön.",
    "cp1251 ru": "Корабельный мастер осмотрел доски, которые давно лежали под крышей, чтобы лодка могла выйти в море к празднику.",
    "koi8-r ru": "Корабельный мастер осмотрел доски, которые давно лежали под крышей, чтобы лодка могла выйти в море к празднику.",
    "cp866 ru": "Корабельный мастер осмотрел доски, которые давно лежали под крышей, чтобы лодка могла выйти в море к празднику.",
    "koi8-u uk": "Корабельний майстер оглянув дошки, що їх давно поклали під дахом, щоб човен міг вийти в море до свята, і пішов.",
    "cp1253 el": "Ο ναυπηγός εξέτασε τις σανίδες που βρίσκονταν από καιρό κάτω από τη στέγη, για να βγει η βάρκα στη θάλασσα.",
    "cp1254 tr": "Tekne ustası uzun süredir çatının altında duran tahtaları inceledi; bayramdan önce denize açılmak istiyordu.",
    "cp1255 he": "בונה הסירות בדק את הקרשים שהיו מונחים זמן רב מתחת לגג כדי שהסירה תוכל לצאת לים לפני החג",
    "cp1256 ar": "فحص صانع القوارب الألواح التي كانت موضوعة منذ زمن طويل تحت السقف حتى يتمكن القارب من الخروج إلى البحر",
    "cp874 th": "ช่างต่อเรือตรวจดูแผ่นไม้ที่วางอยู่ใต้หลังคามานานเพื่อให้เรือออกทะเลได้ก่อนวันหยุด",
    "shift_jis ja": "船大工は長いあいだ屋根の下に置かれていた板を調べ、祭りの前に舟を海へ出せるようにした。",
    "euc_jp ja": "船大工は長いあいだ屋根の下に置かれていた板を調べ、祭りの前に舟を海へ出せるようにした。",
    "cp949 ko": "배 만드는 목수는 오랫동안 지붕 아래 놓여 있던 널빤지를 살펴보고 명절 전에 배를 바다에 띄우려고 했다.",
    "gb18030 zh": "造船的木匠检查了长时间放在屋檐下的木板，希望在节日之前把船开到海里去，这是他们的工作。",
    "big5 zh": "造船的木匠檢查了長時間放在屋簷下的木板，希望在節日之前把船開到海裡去，這是他們的工作。",
}


OLDER = {
    "cp1258": "Cuộc họp sẽ diễn ra vào thứ sáu tuần tới, xin vui lòng mang theo tất cả tài liệu.",
    "cp861": "Fundurinn verður haldinn á föstudaginn, vinsamlegast komið með öll skjöl.",
    "mac_iceland": "Fundurinn verður haldinn á föstudaginn, vinsamlegast komið með öll skjöl.",
    "cp865": "Mødet holdes på fredag, husk at medbringe alle bilag om færgen og øen.",
    "cp775": "Susirinkimas įvyks penktadienį, prašome atsinešti visus dokumentus, ačiū už dėmesį.",
    "iso8859-4": "Susirinkimas įvyks penktadienį, prašome atsinešti visus dokumentus, ačiū už dėmesį.",
}


@pytest.mark.parametrize("codec", OLDER)
def test_rarer_code_pages_are_guessed_too(codec):
    text = OLDER[codec]
    tones = dict.fromkeys("\u0300\u0301\u0303\u0309\u0323")
    if codec == "cp1258":  # its tones stand behind their letters
        parts = (unicodedata.normalize("NFD", letter) for letter in text)
        text = "".join(unicodedata.normalize("NFC", "".join(sign for sign in part if sign not in tones)) + "".join(sign for sign in part if sign in tones) for part in parts)

    assert unicodedata.normalize("NFC", decode(text.encode(codec)).text) == OLDER[codec]


def test_korean_mail_of_seven_bits_is_read():
    text = "회의는 다음 주 월요일에 열립니다.\n"

    assert decode(text.encode("iso2022_kr")).text == text
    assert decode(b"see \x1b$)C in the manual\n").text.startswith("see ")


@pytest.mark.parametrize("name", TEXTS)
def test_a_legacy_code_page_is_guessed_by_language(name):
    codec = name.split()[0]
    text = TEXTS[name] + "\n"

    decoded = decode(text.encode(codec))

    assert decoded.text == text
    assert decoded.notices
    assert decoded.encoding in decoded.notices[0]


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", "José Müller, Zürich"), ("cp1252", "ód naïve façade"), ("cp1252", "“Smart” quotes – don’t"), ("cp1250", "Kraków, Łódź, Gdańsk"),
        ("cp1251", "Привет!"), ("koi8-r", "Привет, мир! Как дела?"), ("iso8859-2", "Žluťoučký kůň"), ("shift_jis", "東京都千代田区"),
        ("gb18030", "北京市海淀区"), ("big5", "臺北市中正區"), ("cp949", "서울특별시 강남구"), ("cp1254", "güneş doğdu"), ("cp1257", "Žemaitija, Šiauliai, ąžuolas"),
        ("cp850", "für größere Häuser über"), ("iso8859-15", "Der Preis beträgt 40 € für"), ("mac_roman", "café déjà vu à l’été"),
    ],
)
def test_a_short_line_is_enough(codec, text):
    assert decode(f"{text}\n".encode(codec)).text == f"{text}\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("text", ["The boat is in the shed.\n", "Лодка в сарае, и дождь идёт.\n", "船は小屋にある 雨\n" * 3])
def test_unicode_is_read_with_and_without_a_mark(codec, text):
    assert decode(text.encode(codec)).text == text


def test_a_few_broken_bytes_do_not_make_utf8_something_else():
    decoded = decode("größere Häuser für Möwen ".encode() * 5 + b"\xff\xe4" + " straße\n".encode())

    assert decoded.encoding == "utf-8"
    assert "größere" in decoded.text
    assert decoded.notices


def test_stray_bytes_in_an_english_text_leave_its_lines_readable():
    decoded = decode(b"good line one\nbad \xff\xfe\xc3( bytes here\ngood line three\n")

    assert "good line three" in decoded.text
    assert decoded.notices


def test_nul_bytes_are_read_as_blanks_with_a_notice():
    decoded = decode(b"one\x00two\n")

    assert decoded.text.split() == ["one", "two"]
    assert decoded.notices


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 4, b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, b"\x00" * 500, b"%PDF-1.4\n", b"PK\x03\x04" + b"x" * 30, os.urandom(4096)]
)
def test_bytes_that_are_no_text_are_refused(data):
    with pytest.raises(UnreadableError) as caught:
        decode(data)

    assert caught.value.reason in (Reason.DAMAGED, Reason.ENCODING)


@pytest.mark.parametrize(("declared", "codec"), [("ISO-8859-1", "cp1252"), ("Shift_JIS", "cp932"), ("hex", ""), ("no such", ""), ("UTF8", "utf-8")])
def test_declared_names_are_taken_as_browsers_take_them(declared, codec):
    assert known(declared) == codec


@given(st.text(st.one_of(st.characters(exclude_categories=["Cc", "Cs"]), st.sampled_from("\n\t")), min_size=1))
def test_whatever_is_written_in_utf8_comes_back(text):
    assert decode(text.encode()).text == text.removeprefix("\ufeff")


@given(st.binary(max_size=2000))
def test_any_bytes_give_text_or_a_reason(data):
    try:
        found = decode(data).text
    except UnreadableError as error:
        found = error.reason

    assert isinstance(found, str) or found in (Reason.DAMAGED, Reason.ENCODING)
