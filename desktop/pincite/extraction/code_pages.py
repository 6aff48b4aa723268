"""Guesses a legacy code page by language: of all readings of the bytes, the one whose characters some language writes most.

A unigram model: each language has its letters outside ASCII in order of frequency; a reading's score is the log likelihood of its
characters. Decoding alone tells nothing, since most single-byte code pages decode anything.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

from charset_normalizer import from_bytes

_RU = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_LETTERS: Final[Mapping[str, str]] = {
    "en": "’“”–—‘…éï£°©",
    "de": "üäößÜÄÖ„“–»«éàèç",
    "fr": "éàèêçôîûâùëïœÉÀ’«»",
    "es": "óíáéñúü¿¡ÁÉÍÓÑªº«»",
    "pt": "ãçéáóíõêúâàôÉÁÇÃº",
    "it": "èàùòìéÈÀ«»’",
    "sv": "äöåÄÖÅéü”",
    "da": "åøæØÅÆéüö",
    "is": "áðíéóöþæúýÞÍÁÓ",
    "et": "äõüöšžÕÄÜ",
    "pl": "łąęóżśćńźŁŻŚĆ„”",
    "cs": "íáéýěřščžůúťďňóŠČŘŽÚ„“",
    "sk": "áíéčšžýúľťôňäďóĺŕČŠŽ„“",
    "hu": "áéöóőüíúűÁÉÖŐ„”",
    "ro": "ăîâşţșțÎŞȘ„”",
    "hr": "čšžćđŠČŽĆĐ",
    "tr": "ıüşğöçİÜŞÖÇâ",
    "lt": "ėųšįžąčūęŠŽČĮ„“",
    "lv": "āīēšūņļžķģčĀŠŽ",
    "vi": "đ\u0301\u0300\u0323ôêâươ\u0309ă\u0303áàéèíìóòúùýĐÂÔƯ",
    "ru": _RU + "№«»—–",
    "uk": "оаинівтерслкдумпязьйбгхчюшїжцщєфґ’«»—",
    "bg": "аеоитнрсвлкдпмзуябгъчжщцхшюйфь„“—",
    "sr": "аоеиунјрстквдпмлзгбшћцчхжњђљфџ",
    "el": "αοιετσνηυρπκμλςωάίόέγδχήθφύβώξζψϊϋΐ«»΄",
    "he": "יוהלארתבשמםןנדכעחפקךגטצסףזץ–־״׳ְִֵֶַָֹּ",
    "ar": "اليمونرتبةعدسفهكقأحجىشصطخذضزغئإءثظآؤ،؛؟ًٌٍَُِّْـ",
    "fa": "اینردهمتوشبلکسزفگخقعپجحچغصطآئظضثژذ،؛؟‌",
    "th": "านรอกเง่้มยลวดทสตัีคิปะบหใแ็จุพชไขำูผโถซธภ์ึืณๆศษฉฟอฐฎฏญฑฒฆฬฝฮ",
}
"""By language, its letters outside ASCII, most frequent first; capitals of a whole alphabet follow by themselves."""

_HAN_SIMPLE = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去"
    "法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点"
    "正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教"
    "儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直"
)
_HAN_FULL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去"
    "法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點"
    "正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教"
    "兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直"
)
_KANJI = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車"
    "何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界"
    "教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去"
)
_HIRAGANA = "のにはをたがでてとしれさあるいなもらこすりかまくよつきうそけわせんみどえだめおろちやげびばじべごぶひゃっょ"
_KATAKANA = "ーンスルトリアイラクシロドレジタフテマムプカバコサデオメパナグィビニウキガエチモヤツネワケノソミハポセベボズダヨッャュョ"
_HANGUL = (
    "이다는의에고가을하지로기한자도사나어리대인은시들서를일해적정그라아전게보으수만부과주제스원상동요여구성있와었장했비물모경우마치관소며"
    "개니면신학안무연국조공년내교시세화미문분선유중까실생방발계위체음계회진오거것없말할던된"
)
_LATIN = "en de fr es pt it sv da is"
_CODE_PAGES: Final = (
    # encoding, languages, prior in nats: how much rarer than the common ones
    ("cp1252", _LATIN + " et", 0.0),
    ("cp1250", "pl cs sk hu ro hr de", 1.0),
    ("cp1251", "ru uk bg sr", 0.5),
    ("cp1253", "el", 1.0),
    ("cp1254", "tr", 1.0),
    ("cp1255", "he", 1.0),
    ("cp1256", "ar fa", 1.0),
    ("cp1257", "lt lv et", 1.5),
    ("cp1258", "vi", 3.0),
    ("cp874", "th", 1.0),
    ("iso8859-2", "pl cs sk hu ro hr", 1.5),
    ("iso8859-5", "ru uk bg sr", 4.0),
    ("iso8859-7", "el", 2.0),
    ("iso8859-6", "ar", 2.0),
    ("iso8859-8", "he", 2.0),
    ("iso8859-9", "tr", 2.0),
    ("iso8859-13", "lt lv", 2.0),
    ("iso8859-15", _LATIN, 2.5),
    ("iso8859-16", "ro", 2.5),
    ("koi8-r", "ru bg", 1.0),
    ("koi8-u", "uk", 1.5),
    ("cp866", "ru bg", 1.5),
    ("cp855", "ru bg sr", 5.0),
    ("mac_cyrillic", "ru uk", 3.0),
    ("cp437", "en de fr es sv", 3.5),
    ("cp850", "de fr es pt it sv da", 3.5),
    ("cp852", "pl cs sk hu hr", 3.5),
    ("cp857", "tr", 4.0),
    ("cp775", "lt lv et", 4.5),
    ("iso8859-4", "lt lv et", 4.0),
    ("mac_iceland", "is", 4.5),
    ("cp861", "is", 4.0),
    ("cp865", "da", 4.5),
    ("cp737", "el", 4.0),
    ("cp862", "he", 4.0),
    ("mac_roman", _LATIN, 4.0),
    ("mac_latin2", "pl cs sk hu", 4.5),
    ("mac_greek", "el", 5.0),
    ("mac_turkish", "tr", 5.0),
    ("shift_jis", "ja", 1.0),
    ("cp932", "ja", 1.5),
    ("euc_jp", "ja", 1.0),
    ("gb18030", "zh", 1.0),
    ("big5", "zh-Hant", 1.0),
    ("big5hkscs", "zh-Hant", 1.5),
    ("cp949", "ko", 1.0),
    ("johab", "ko", 20.0),
)
_ARCHIVERS: Final[Mapping[str, float]] = {
    **dict.fromkeys("cp437 cp850 cp866 gb18030 shift_jis big5 cp949".split(), 0.0), "cp852": 0.5, "cp932": 0.5, "cp737": 1.0, "cp857": 1.0, "cp862": 1.0,
    "cp874": 1.0, "cp1251": 2.5, "cp1252": 2.5, "cp1250": 3.5, "cp1253": 5.0, "cp1254": 5.0, "cp1255": 5.0, "cp1256": 5.0, "koi8-r": 4.0, "euc_jp": 4.0,
}  # fmt: skip
"""The code pages in which programs write names into archives, with their priors: those of DOS first, which Windows keeps for it."""
_SAMPLE: Final = 12_000
_ASCII: Final = -3.5
_UNLIKELY: Final = -14.0
_FITS: Final = -9.0
"""Log likelihood a byte outside ASCII below which no reading is believed."""
_STRAY: Final = 0.1
"""Share of bytes outside ASCII below which such bytes are taken for damage in an ASCII text."""
_FOREIGN: Final = 12.0
"""Nats against another alphabet where nearly all of the text is ASCII."""
_LATIN_PAGES: Final = frozenset("cp1252 cp1250 cp1254 cp1257 iso8859-2 iso8859-9 iso8859-13 iso8859-15 iso8859-16 cp437 cp850 cp852 cp857 cp775 cp861 cp865".split())
_TYPOGRAPHY: Final = "“”‘’–—…«»§°€©®·•\xa0„№×½²³±"
_FULL_WIDTH: Final = "、。，．：；？！「」『』（）《》·・ー　“”〇"
_ODD_CASE = re.compile("[a-zà-öø-ÿа-яёα-ω](?=[À-ÖØ-ÞА-ЯΑ-Ω])")
_ODD_SYMBOL = re.compile(r"(?<=[^\W\d_])[^\w\s’'\-­.,/·:;!?()\"“”‘–—…&]+(?=[^\W\d_])")
_MIXED = re.compile("[A-Za-z](?=[\u0370-\u06ff])|[\u0370-\u06ff](?=[A-Za-z])")
_ODD = 3.0
"""Nats that a capital inside a word, a symbol between letters, or two alphabets in one word take away."""


def best_code_page(data: bytes, *, file_names: bool = False) -> str:
    """The Python name of the code page that *data* is most likely in, a text or the *file_names* of an archive; "" if none fits."""
    sample = _sample(data)
    high = sum(byte > 0x7F for byte in sample)
    baseline = _ASCII * (len(sample) - high)  # what the ASCII costs in any reading
    best, best_score = "", -math.inf
    for encoding, languages, usual in _CODE_PAGES:
        prior = _ARCHIVERS.get(encoding, math.inf) if file_names else usual
        text = _decoded(sample, encoding) if prior < math.inf else None
        if text is None:
            continue
        score = max(_fit(text, language) for language in languages.split()) - prior - _oddity(text)
        if high < _STRAY * len(sample) and encoding not in _LATIN_PAGES:
            score -= _FOREIGN
        if score > best_score:
            best, best_score = encoding, score
    if file_names or best_score - baseline > _FITS * high:
        return best
    if high < _STRAY * len(sample):
        return ""
    guess = from_bytes(sample).best()
    return guess.encoding if guess is not None else best


def _sample(data: bytes) -> bytes:
    """The lines that hold bytes outside ASCII, up to a limit, whole lines so that no character is cut."""
    if len(data) <= _SAMPLE:
        return data
    lines = [line for line in data[: 40 * _SAMPLE].splitlines(keepends=True) if not line.isascii()] or [data[:_SAMPLE]]
    kept: list[bytes] = []
    size = 0
    for line in lines:
        kept.append(line)
        size += len(line)
        if size > _SAMPLE:
            break
    return b"".join(kept)[: 4 * _SAMPLE]


def _decoded(sample: bytes, encoding: str) -> str | None:
    try:
        return sample.decode(encoding)
    except UnicodeDecodeError as error:
        # Several bytes that make a character may be cut at the end of the sample, which says nothing; a byte that is no character does.
        return sample[: error.start].decode(encoding) if "incomplete" in error.reason and error.start else None


def _fit(text: str, language: str) -> float:
    likelihood = _profile(language)
    total = 0.0
    for char, count in Counter(text).items():
        total += count * (_ASCII if char < "\x80" else likelihood.get(char, _UNLIKELY if not _is_rare_ideograph(char, language) else -10.0))
    return total


def _is_rare_ideograph(char: str, language: str) -> bool:
    if language in ("zh", "zh-Hant", "ja"):
        return "\u4e00" <= char <= "\u9fff"
    return language == "ko" and "\uac00" <= char <= "\ud7a3"


def _oddity(text: str) -> float:
    return _ODD * sum(len(odd.findall(text)) for odd in (_ODD_CASE, _ODD_SYMBOL, _MIXED))


@cache
def _profile(language: str) -> Mapping[str, float]:
    """Log likelihood of each character outside ASCII in a text of this language, given that it is outside ASCII."""
    if language in ("zh", "zh-Hant"):
        return _mixture((_HAN_SIMPLE if language == "zh" else _HAN_FULL, 0.6), (_FULL_WIDTH, 0.15), (_TYPOGRAPHY, 0.01))
    if language == "ja":
        return _mixture((_HIRAGANA, 0.5), (_KATAKANA, 0.12), (_KANJI, 0.2), (_FULL_WIDTH, 0.1))
    if language == "ko":
        return _mixture((_HANGUL, 0.7), (_TYPOGRAPHY, 0.01), (_FULL_WIDTH, 0.01))
    letters = _LETTERS[language]
    capitals = "".join(letter.upper() for letter in letters if letter.upper() != letter and letter.upper() not in letters and len(letter.upper()) == 1)
    return _mixture((letters, 0.93), (capitals, 0.04), (_TYPOGRAPHY, 0.03))


def _mixture(*parts: tuple[str, float]) -> Mapping[str, float]:
    likelihood: dict[str, float] = {}
    for letters, share in parts:
        distinct = list(dict.fromkeys(letters))
        weights = [math.exp(-3.0 * i / len(distinct)) for i in range(len(distinct))]
        total = sum(weights)
        for letter, weight in zip(distinct, weights, strict=True):
            likelihood[letter] = max(likelihood.get(letter, -math.inf), math.log(share * weight / total))
    return likelihood
