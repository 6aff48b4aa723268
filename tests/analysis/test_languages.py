"""A sentence in each language is found by other forms of its words, and a question loses the words that only hold it together."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.analysis import analyze, stems
from pincite.analysis.light_stemming import LIGHT

FORMS = {
    "ar": ("كان الصيادون يصلحون الشباك القديمة في المدرسة", "صيادون القديم مدرسة"),
    "bg": ("Рибарите поправяха старите мрежи край градовете", "рибар поправя стара мрежата град"),
    "bn": ("শহরের নদীতে জাল মেরামত", "শহরে নদীর জাল"),
    "ca": ("Els pescadors reparaven les xarxes velles", "pescador xarxa"),
    "cs": ("Rybáři opravovali staré sítě", "opravoval starou síť"),
    "da": ("Fiskerne reparerede de ødelagte garn", "fiskerens reparerer garnene"),
    "de": ("Die Leuchttürme wurden von den Wächtern repariert", "Leuchtturm Wächter repariert"),
    "el": ("Οι ψαράδες επισκεύαζαν τα παλιά δίχτυα στα σχολεία", "παλιό δίχτυ επισκευάζει σχολείο"),
    "en": ("The lighthouse keepers were repairing broken lanterns", "keeper's lantern repaired"),
    "es": ("Los pescadores repararon las redes rotas", "pescador reparación red rota"),
    "et": ("Kalurid parandasid vanu paate", "kaluri parandas"),
    "eu": ("Arrantzaleek sare zaharrak konpondu zituzten", "sareak konpondu"),
    "fa": ("کتاب‌های کهنه را تعمیر می‌کردند", "کتابهای كهنه"),
    "fi": ("Kalastajat korjaavat taloja kylässä", "kalastajan talossa kylän"),
    "fr": ("Les gardiens réparaient les lanternes brisées de l'école", "gardien réparer lanterne école"),
    "he": ("הדייגים תיקנו את הרשתות בספרים", "דייגים רשת הספר"),
    "hi": ("मछुआरों ने किताबों की मरम्मत की", "मछुआरे किताब"),
    "hr": ("Ribari su popravili stare mreže", "ribar staru mrežu"),
    "hu": ("A halászok a régi házakban laktak", "halász régi ház"),
    "hy": ("Ո՞վ էր նորոգում քաղաքները", "ով քաղաքի"),
    "id": ("Para nelayan memperbaiki jaring tua", "perbaiki jaringnya"),
    "it": ("I pescatori riparavano le reti rotte", "pescatore riparare rete"),
    "ka": ("წიგნები იყო ქალაქში", "წიგნი ქალაქის"),
    "lt": ("Žvejai taisė senus tinklus", "žvejo tinklą"),
    "lv": ("Zvejnieki laboja vecos tīklus", "zvejnieks veco tīklu"),
    "mk": ("Рибарите ги поправија мрежите во градовите", "рибар мрежата град"),
    "nb": ("Fiskerne reparerte de ødelagte garnene", "fiskerne reparerer garnet"),
    "nl": ("De vissers repareerden de kapotte netten", "visser net"),
    "pl": ("Rybacy naprawiali stare sieci", "stara sieć"),
    "pt": ("Os pescadores consertaram as redes dos barcos", "pescador conserta rede barco"),
    "ro": ("Pescarii au reparat școlile", "pescarului repară școli"),
    "ru": ("Рыбаки чинили старые сети на берегу", "рыбака чинил старая сетей берега"),
    "sk": ("Rybári opravovali staré siete", "rybár opravoval sieť"),
    "sl": ("Ribiči so popravljali stare mreže", "ribič staro mrežo"),
    "sr": ("Рибари су поправили старе мреже", "ribar stara mreža"),
    "sv": ("Fiskarna lagade de trasiga näten", "fiskarens lagar nätet"),
    "ta": ("மீனவர்கள் வலை", "மீனவர் வலை"),
    "te": ("నగరంలో నది", "నగరం నదిలో"),
    "tr": ("Balıkçılar eski kitapları onardı", "balıkçı kitap"),
    "uk": ("Рибалки лагодили старі сіті біля міста", "рибалку лагодив старої сіть місті"),
    "vi": ("Ngư dân sửa lưới cũ trên bãi biển", "sửa lưới"),
}
"""A sentence, and words of it in other forms, by language."""

PARTS = {
    "am": ("ዓሣ አጥማጆች አሮጌ መረብ ጠገኑ።", "አሮጌ መረብ"),
    "bo": ("ཉ་པས་དྲ་བ་རྙིང་པ་བཟོས།", "དྲ་བ"),
    "ja": ("漁師たちは浜辺で古い網を修理していた。", "修理"),
    "km": ("អ្នកនេសាទជួសជុលសំណាញ់ចាស់នៅឆ្នេរ", "សំណាញ់"),
    "ko": ("어부들이 해변에서 낡은 그물을 고쳤다.", "그물은"),
    "lo": ("ຊາວປະມົງສ້ອມແປງຕາໜ່າງເກົ່າ", "ຕາໜ່າງ"),
    "my": ("တံငါသည်များသည်ပိုက်ဟောင်းများကိုပြင်ဆင်သည်", "ပိုက်ဟောင်း"),
    "th": ("ชาวประมงซ่อมแหเก่าที่ชายหาด", "ชายหาด"),
    "zh": ("渔民在海边修补旧渔网。", "渔网"),
}
"""A sentence in a script without spaces, or with other signs between words, and a word inside of it."""


def held(text: str, language: str) -> set[str]:
    return {key for token in analyze(text, language) for key in token.keys}


def missed(question: str, text: str, language: str) -> list[str]:
    """The words of *question* that *text* is not found by."""
    there = held(text, language)
    return [question[t.start : t.end] for t in analyze(question, language) if t.asked and not there & set(t.asked)]


@pytest.mark.parametrize("language", FORMS)
def test_a_sentence_is_found_by_other_forms_of_its_words(language):
    text, question = FORMS[language]

    assert missed(question, text, language) == []


@pytest.mark.parametrize("language", PARTS)
def test_a_word_inside_a_run_is_found(language):
    text, question = PARTS[language]

    assert missed(question, text, language) == []
    assert missed(question, text, "") == []


@pytest.mark.parametrize("language", [*FORMS, *PARTS])
def test_a_sentence_of_one_language_is_not_found_by_the_words_of_another(language):
    text, _ = (FORMS | PARTS)[language]

    assert len(missed("quokka vuvuzela", text, language)) == 2


@pytest.mark.parametrize("language", [*FORMS, *PARTS])
def test_a_sentence_finds_itself_composed_or_decomposed_in_capitals_or_small(language):
    text, _ = (FORMS | PARTS)[language]

    if language != "ko":  # texts are NFC when they get here; only Hangul falls to pieces without
        assert missed(unicodedata.normalize("NFD", text), text, language) == []
        assert missed(text, unicodedata.normalize("NFD", text), language) == []
    if language != "tr":  # i and ı are two letters there
        assert missed(text.upper().replace("ẞ", "SS"), text, language) == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Die Funktion parseЗапрос liest das 水位 um 5 Uhr", "Запрос 水位 Funktionen"), ("Рыбаки используют servers и GPS-трекеры", "server трекер рыбак"),
        ("我们用Python和Whoosh建立索引", "python 索引"), ("サーバーのlogファイルを見る", "logs ファイル"), ("قراءة ملفات PDF القديمة", "pdf القديم"),
    ],
)  # fmt: skip
def test_several_scripts_in_one_line_are_each_read_as_their_own(text, question):
    language = {"D": "de", "Р": "ru", "我": "zh", "サ": "ja", "ق": "ar"}[text[0]]

    assert missed(question, text, language) == []


letters = {"uk": "абвгґдеєжзиіїклмнопрстуфхцчшщьюя", "he": "אבגדהוזחטיכלמנסעפצקרשתםןףץך", "ka": "აბგდევზთიკლმნოპრსტუ", "lv": "aābcčdeēfgģhiījkķlļmnņoprsštuūvzž"}


@pytest.mark.parametrize("language", letters)
@given(data=st.data())
def test_a_light_stem_is_the_head_of_its_word_and_never_too_short(language, data):
    word = data.draw(st.text(letters[language], min_size=1, max_size=14))

    stem = LIGHT[language](word)

    assert stem in word
    assert len(stem) >= min(len(word), 2)
    assert stems(word, language)
