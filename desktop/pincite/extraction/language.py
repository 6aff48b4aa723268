"""The language of a text, or nothing rather than a guess."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Protocol

SAMPLE = 1_200
"""Characters that are looked at: more makes it slower and hardly surer."""
_SURE: Final = 0.6
_SURE_IF_SHORT: Final = 0.8
_SHORT: Final = 60
_PIECE, _STEP = 40, 120
"""Characters of each piece that is looked at first, and from one to the next: a third of the text tells nearly always, in half the time."""
_CERTAIN: Final = 0.999
"""How sure these must be for the rest not to be asked."""
_LETTERS_AT_LEAST: Final = 12

_NO_WORD = re.compile(r"[\d_/\\=<>{}|#@$*]")
"""Signs of numbers, addresses, mark-up and code, which no word of prose has."""
_SCRIPTS: Final = (
    ("ja", re.compile("[\u3041-\u30ff]"), 0.08),
    ("ko", re.compile("[\uac00-\ud7a3]"), 0.3),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.4),
    ("th", re.compile("[\u0e01-\u0e5b]"), 0.4),
    ("el", re.compile("[\u0370-\u03ff]"), 0.4),
    ("he", re.compile("[\u05d0-\u05ea]"), 0.4),
)


_LANGUAGES: Final = (
    "af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk ko la lt lv mk ml mn mr ms"
    " nb nl nn no pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh"
).split()
"""What is told apart: rarer languages and dialects only take away from the sureness of these."""


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


def detect(text: str) -> str:
    """ISO 639-1 code of the language that *text* is mostly in; "" if that is not sure."""
    sample = _sample(text)
    letters = sum(map(str.isalpha, sample))
    if not letters:
        return ""
    if not sample.isascii():
        for language, letter, share in _SCRIPTS:
            if len(letter.findall(sample)) >= share * letters:
                return language
    if letters < _LETTERS_AT_LEAST:
        return ""
    if len(sample) > SAMPLE // 2:
        language, probability = _identifier().classify(" ".join(sample[i : i + _PIECE] for i in range(0, len(sample), _STEP)))
        if probability >= _CERTAIN:
            return language
    language, probability = _identifier().classify(sample)
    return language if probability >= (_SURE if letters >= _SHORT else _SURE_IF_SHORT) else ""


def _sample(text: str) -> str:
    start = len(text) // 4 if len(text) > 8 * SAMPLE else 0  # past a title page or a licence
    stretch = text[start : start + 3 * SAMPLE].split()
    sample = " ".join(_words(stretch))[:SAMPLE] or " ".join(stretch)[:SAMPLE]
    return unicodedata.normalize("NFC", sample)


def _words(stretch: Sequence[str]) -> Iterator[str]:
    """Those of its words that prose could have, until they are enough."""
    length = 0
    for word in stretch:
        if _NO_WORD.search(word):
            continue
        yield word
        length += len(word) + 1
        if length > SAMPLE:
            return


@cache
def _identifier() -> _Identifier:
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier  # noqa: PLC0415  # half a second, for the first text that needs it
    from py3langid.modelio import load_model  # noqa: PLC0415  # likewise

    weights, priors, labels, steps, rows, features = load_model(MODEL_DIR / MODEL_FILE)
    told_apart = [number for number, label in enumerate(labels) if label in _LANGUAGES]
    labels = [labels[number] for number in told_apart]
    # The library's own `set_languages` would keep the weights of all languages, too: 28 MB in each process.
    return LanguageIdentifier(weights[:, told_apart], priors[told_apart], labels, steps, features, norm_probs=True, tk_row=rows)
