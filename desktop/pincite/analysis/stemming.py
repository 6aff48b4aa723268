"""A word's stem in the language of the text it stands in: by Snowball, or by light stemming where Snowball has nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import Stemmer

from pincite.analysis.light_stemming import LIGHT, greek_root
from pincite.analysis.scripts import script_language

_ALGORITHMS = {
    "ar": "arabic", "bs": "serbian", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english", "eo": "esperanto",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hr": "serbian", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ms": "indonesian", "nb": "norwegian",
    "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sk": "czech", "sl": "serbian", "sr": "serbian", "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Slovak and the Slavic languages of the south are near enough to Czech and Serbian to share their endings."""
_SCRIPT = {
    "ar": "ar", "fa": "ar", "ur": "ar", "el": "el", "hi": "hi", "ne": "hi", "mr": "hi", "hy": "hy", "ru": "ru", "uk": "ru", "be": "ru",
    "bg": "ru", "mk": "ru", "kk": "ru", "mn": "ru", "ta": "ta", "yi": "he", "he": "he", "zh": "zh", "ja": "ja", "ko": "ko", "th": "th",
    "lo": "lo", "km": "km", "my": "my", "bo": "bo", "ka": "ka", "am": "am", "bn": "bn", "te": "te", "kn": "kn", "ml": "ml", "gu": "gu",
    "pa": "pa", "si": "si", "or": "or", "dz": "bo", "ug": "ar", "ps": "ar", "ky": "ru",
}  # fmt: skip
"""The script of languages that are not in Latin letters, by the language that stands for it."""
_TWO_SCRIPTS = frozenset({"sr", "bs", "hr"})
"""Languages that are written in Latin and in Cyrillic letters; their stemmer knows both."""


def stemmer(word: str, language: str) -> Callable[[str], str]:
    """The stemmer for *word* in a text of *language* (ISO 639-1, "" for unknown).

    A word in another script than the language's, like an English term in a Russian text, is stemmed by its own script.
    In a language without a stemmer a word is its own stem.
    """
    by_script = "en" if word.isascii() else script_language(word)
    if not language or by_script != _SCRIPT.get(language, "en"):
        language = language if language in _TWO_SCRIPTS else by_script
    if language in LIGHT:
        return LIGHT[language]
    name = _ALGORITHMS.get(language)
    return _stemmer(name) if name else str


@cache
def _stemmer(name: str) -> Callable[[str], str]:
    made = Stemmer.Stemmer(name)
    made.maxCacheSize = 0  # the analyzer remembers whole words
    if name == "greek":
        return lambda word: greek_root(made.stemWord(word))
    return made.stemWord
