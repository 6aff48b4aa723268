"""One analyzer for index, question and highlighter: what it makes of words, names, numbers and scripts."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.analysis import analyze, analyzer, phrase_keys, pieces, reader, stems


def keys(text, language="en"):
    return {key for token in analyze(text, language) for key in token.keys}


def asked(text, language="en"):
    return [token.asked for token in analyze(text, language) if token.asked]


def finds(question, text, language="en"):
    """Whether every word of *question* is found in *text*."""
    held = keys(text, language)
    return all(held & set(wanted) for wanted in asked(question, language))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("A002", "see RULE-A002 there"),
        ("RULE-A002", "rule A002"),
        ("DEC-0054", "# DEC-0054 Ledger colour"),
        ("dec 0054", "DEC-0054"),
        ("CVE-2024-1234", "fixed cve-2024-1234 today"),
        ("is_action_pressed", "if Input.is_action_pressed(x):"),
        ("action", "Input.is_action_pressed"),
        ("isActionPressed", "is_action_pressed"),
        ("sprite2d", "AnimatedSprite2D"),
        ("animatedsprite2d", "AnimatedSprite2D"),
        ("server", "class HTTPServer:"),
        ("pdfs", "two PDFs"),
        ("hotreload", "hot-reload"),
        ("hot-reload", "hotreload"),
        ("hot reload", "hot-reload"),
        ("email", "an e-mail came"),
        ("4,200", "4200 crowns"),
        ("4200", "roughly 4,200 for the hall"),
        ("4.200", "4,200"),
        ("1.0", "release 1.0.21"),
        ("1.0.21", "v1.0.21"),
        ("USA", "in the U.S.A. today"),
        ("don't", "don’t use agents"),
        ("dont", "don't"),
        ("what's the config's file", "what’s the config file"),
        ("homme", "l'homme"),
        ("resume", "résumé"),
        ("Léon", "Leon"),
        ("strasse", "Straße"),
        ("oeuvre", "œuvre"),
        ("fibrin", "ﬁbrin clot"),
        ("office", "oﬃce"),
        ("full", "Ｆｕｌｌ"),
        ("istanbul", "İSTANBUL"),
        ("climate", "cli-\nmate change"),
        ("climate", "cli\u00admate"),
        ("gitignore", ".gitignore"),
        ("AT&T", "AT&T Inc."),
        ("config.yaml", "open config.yaml"),
        ("🎉", "done 🎉"),
    ],
)
def test_a_question_finds_the_text(question, text):
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [("C", "C++ and C#"), ("C++", "C# and C"), ("C#", "C++"), (".NET", "a fishing net"), ("1.0.22", "1.0.21"), ("DEC-0061", "DEC-0054")],
)
def test_a_question_does_not_find_another_word(question, text):
    assert not finds(question, text)


@pytest.mark.parametrize(
    ("language", "question", "text"),
    [
        ("de", "Katze", "Katzen"), ("ru", "кошка", "кошки"), ("fr", "preparees", "préparées"), ("es", "corazón", "corazones"),
        ("uk", "п'ять", "п’ять"), ("ar", "صديق", "صَدِيقٌ"), ("he", "שלום", "שָׁלוֹם"), ("el", "άνθρωπος", "ανθρωπος"), ("tr", "ışık", "IŞIK"),
        ("fa", "کتاب", "كتاب"), ("", "hives", "hive"), ("ru", "server", "servers"), ("id", "makanan", "makanan"), ("hi", "किताब", "किताब"),
    ],
)  # fmt: skip
def test_words_meet_in_other_languages(language, question, text):
    assert finds(question, text, language)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("精确", "这份笔记记录了精确测量水位的方法"), ("测量水位", "精确测量水位"), ("水", "水位"), ("位", "水位"), ("年代", "1980年代"), ("1980", "1980年代"),
        ("테스트", unicodedata.normalize("NFD", "테스트 기록")), ("스페인의", "스페인은"), ("首都", "スペインの首都"), ("ไทย", "ภาษาไทย"), ("ｶﾅ", "カナ"),
    ],
)  # fmt: skip
def test_scripts_without_spaces_are_found_by_their_parts(question, text):
    assert finds(unicodedata.normalize("NFC", question), unicodedata.normalize("NFC", text), "")


def test_a_pair_is_not_made_of_strangers():
    assert not finds("精确", "准确的精力", "zh")


def test_a_question_asks_for_content_where_a_run_is_long():
    assert asked("スペインの首都はどこですか", "ja") == [("スペ",), ("ペイ",), ("イン",), ("ン",), ("首都",), ("都",)]
    assert asked("사망했는가", "ko") == [("사망",)]
    assert asked("目的", "zh") == [("目的",)]


def test_a_phrase_of_a_run_is_every_pair_as_it_stands():
    tokens = analyze("水位的方法", "zh")

    assert [phrase_keys(token) for token in tokens] == [("水位",), ("位的",), ("的方",), ("方法",), ("法",)]


def test_exact_forms_keep_accents_and_lose_capitals():
    assert [token.exact for token in analyze("Café DON’T C++ ﬁn", "en")] == ["café", "don't", "c++", "fin"]


def test_an_identifier_stands_before_its_parts_and_they_are_not_asked_for():
    tokens = analyze("move_right", "en")

    assert [(t.exact, bool(t.asked)) for t in tokens] == [("move_right", True), ("move", False), ("right", False)]


texts = st.text(st.one_of(st.sampled_from("ab ÇñßéI'’-_.+#\"0,9\n&水位のカ는 บี้שלאḍ\u0301\u200d🎉İ"), st.characters()), max_size=60)


@settings(max_examples=300, deadline=None)
@given(texts, st.sampled_from(["", "en", "de", "ru", "zh", "ko", "ja", "ar", "tr", "xx"]))
def test_every_token_is_a_piece_of_the_text_with_keys(text, language):
    for token in analyze(text, language):
        assert 0 <= token.start < token.end <= len(text)
        assert token.keys
        assert all(token.keys)
        assert all(len(key) <= 66 for key in token.keys)
        assert token.exact


@settings(max_examples=200, deadline=None)
@given(texts)
def test_a_text_finds_itself(text):
    assert finds(text, text)


@settings(max_examples=200, deadline=None)
@given(texts, st.sampled_from(["en", "zh", ""]))
def test_the_bulk_form_gives_the_same_words(text, language):
    read = reader(language)

    bulk = [(r.exact, r.keys) for piece in pieces(text) for r in read(piece)]

    assert bulk == [(t.exact, t.keys) for t in analyze(text, language)]


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("abcé x"), max_size=30))
def test_composed_and_decomposed_letters_are_the_same(text):
    assert keys(text) == keys(unicodedata.normalize("NFD", text))


def test_a_word_has_the_stem_of_its_language():
    assert stems("running", "en") == ("run",)
    assert stems("Häuser", "de")[0] == "haus"
    assert stems("", "en") == ()


def test_a_megabyte_of_anything_is_read():
    for text in ("a." * 500_000, "x" * 1_000_000, "水" * 200_000, "-'" * 500_000):
        assert len(pieces(text)) <= len(text)


@given(st.from_regex(r"[A-Z]?[a-z]{1,12}", fullmatch=True), st.sampled_from(["", "en", "de", "ru", "tr"]))
def test_a_plain_word_takes_the_short_way_to_the_same_reading(word, language):
    assert reader(language)(word) == tuple(analyzer._read(word, language))


@settings(max_examples=300, deadline=None)
@given(texts)
def test_pieces_can_be_found_again_one_after_the_other(text):
    at = 0
    for piece, match in zip(pieces(text), analyzer._PIECE.finditer(text), strict=True):
        at = text.index(piece, at)
        assert at == match.start()
        at += len(piece)
