"""Light stemming, in the manner of Savoy (2006), for languages that Snowball does not know: endings of case, number, article and tense.

Only endings come off, and never so many that a root of less than three letters remains (two in Georgian and Telugu). What a word is derived from
is left alone: too little is a word that is missed in one of its forms, too much is a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_SUFFIXES = {
    "uk": "(?:(?:ува|юва)?(?:ти|в|ла|ло|ли)|(?:а|и|і|я)(?:ти|в|ла|ло|ли)|(?:а|я)?(?:ють|ють|є|ємо|єте)|уть|ать|ять|ить"
    "|ями|ами|ові|еві|єві|ією|ою|ею|єю|ого|ому|ими|іми|ів|їв|ей|ом|ем|єм|ам|ям|ах|ях|ій|ий|їй|их|їх|им|ім|ої|[аяоеєуюиіїйь])(?:ся|сь)?",
    "bg": "(?:ове|еве|ища|ия|ии)?(?:ите|ата|ета|ото|ято|ят|ът|та|то|те|аха|яха|ха|ва|ат|ят|[аяиеоуюй])|ове|еве|ища",
    "mk": "(?:ови|еви)?(?:ите|ата|ото|иот|от|та|то|те|аа|ат|[аиеоуј])|ови|еви",
    "lv": "(?:āja|oja|ēja|ajiem|ajām|ajos|ajās|iem|ies|ām|ās|ēm|ēs|īm|īs|am|as|ai|es|ei|im|is|us|um|os|ie|[aāeēiīuūosš])",
    "ka": "(?:ებ)?(?:იდან|ისთვის|ისგან|ებში|ებზე|ის|ით|ად|მა|ში|ზე|თან|დან|[სიო])",
    "bn": "(?:গুলো|গুলি|টি|টা|খানা)?(?:দের|ের|কে|তে|রা|য়|[ের])|(?:গুলো|গুলি|টি|টা|খানা)",
    "te": "(?:లను|లకు|లలో|లతో|లు|లో|కి|కు|ని|ను|తో|ల)",
}  # fmt: skip
_HEBREW_PREFIX = re.compile("(?:[ושהבלכמ](?=..[א-ת]))+")
_HEBREW_PLURAL = re.compile("(?<=..)(?:ים|ות|יים)$")
_GREEK_VOWELS = re.compile("(?<=[^αεηιουω]{1})[αεηιουω]+$")


def _without(suffix: str, root: int) -> Callable[[str], str]:
    ending = re.compile(f"(?<=.{{{root}}})(?:{suffix})$")
    return lambda word: ending.sub("", word)


def _hebrew(word: str) -> str:
    """Without the small words that are written onto it (and, that, the, in, to, as, from), and without the plural.

    All leading letters that may be such a word go, so that a word without any gets the same stem as with some.
    """
    return _HEBREW_PLURAL.sub("", word[found.end() :] if (found := _HEBREW_PREFIX.match(word)) else word)


LIGHT: dict[str, Callable[[str], str]] = {
    language: _without(suffix, 2 if language in {"ka", "te"} else 3) for language, suffix in _SUFFIXES.items()
} | {"he": _hebrew}
"""The stemmer of each language, by ISO 639-1 code; a word in its exact form in, its stem out."""


def greek_root(stem: str) -> str:
    """A Greek stem of Snowball's without its last vowels, in which the forms of one noun still differ (``παλι``, ``παλ``)."""
    return _GREEK_VOWELS.sub("", stem) if len(stem) > 3 else stem
