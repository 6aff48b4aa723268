"""Text to tokens, and the index terms of each.

A text is cut into *pieces* by one regular expression that knows no language. A piece is a word with what grows together with it
(``don't``, ``hot-reload``, ``is_action_pressed``, ``1.0.21``, ``C++``) or a run of a script without spaces. A piece in a language
has *readings*, one for each position it takes; they are remembered, since the same words come again and again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from pincite.analysis.folding import INVISIBLE, fold, normal
from pincite.analysis.reading import Reading
from pincite.analysis.scripts import PICTURES, unspaced_characters, word_characters
from pincite.analysis.stemming import stemmer
from pincite.analysis.unspaced import RUN, read_run

ANALYZER_ID = "pincite-2"
"""Changes whenever a text would be analysed otherwise; an index of another analyzer is built anew."""
MAX_KEY = 64
"""Characters of an index term; longer words are told apart by their beginning only."""
_CACHED = 100_000
"""Pieces remembered a language before starting afresh: some 40 MB at most."""


class Token(NamedTuple):
    """One position of a text: ``text[start:end]``; its position is its place in the list.

    `exact` is its lower-case form with accents; `keys` are the terms the index holds for this position. `asked` are the keys
    that a question with this token looks for, any of which will do; it is empty for what only repeats another token (the
    parts of an identifier, the last character of a run), which a question skips, but a phrase does not. (A named tuple,
    since a library makes a hundred million of them: a frozen dataclass takes three times as long to build.)
    """

    start: int
    end: int
    exact: str
    keys: tuple[str, ...]
    asked: tuple[str, ...] = ()


_W = f"[{word_characters()}]"
_U = f"[{unspaced_characters()}]"
_JOINTS = (
    r"(?:['’‘ʼ´＇`׳״·\-‐‑._]"  # within a word or name
    r"|-[ \t]*\r?\n[ \t]*(?=[^\W\d_])"  # a word broken at the end of a line
    r"|(?<=\d),(?=\d\d\d(?!\d))|\"(?=[א-ת])|(?<=[A-Z])&(?=[A-Z]))"
)
_PIECE = re.compile(rf"(?:(?<![^\s(\[{{\"'])\.(?=[A-Za-z]{{2}}))?{_W}+(?:{_JOINTS}{_W}+){{0,16}}(?:\+\+|#(?!{_W}))?|{_U}+|[{PICTURES}]")
_PART = re.compile(r"[^'’‘ʼ´＇`׳״·\-‐‑.,&\"\s]+")
_CAMEL = re.compile(r"[A-ZÀ-ÖØ-ÞА-ЯЁ]+(?![a-zß-öø-ÿа-яё])\d*|[A-ZÀ-ÖØ-ÞА-ЯЁ]?[a-zß-öø-ÿа-яё]+(?:\d+[A-Z]?(?![a-z]))?|[^\W_]+")
_HUMP = re.compile(r"[a-zß-öø-ÿа-яё0-9][A-ZÀ-ÖØ-ÞА-ЯЁ]|[A-ZА-Я]{2}[a-zа-я]{2}|[^\W_]_+[^\W_]")
_PLURAL = re.compile("[A-Z]{2,}s")
_NUMBER = re.compile(r"v?\d+(?:[.,]\d+)+", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])+|[A-Z]+(?:&[A-Z]+)+")
_ELISIONS = frozenset(["l", "d", "j", "m", "t", "s", "n", "c", "qu", "lorsqu", "puisqu", "jusqu", "quoiqu", "dell", "all", "nell", "sull", "dall", "coll", "quell", "un", "bell", "sant", "gl"])
"""What stands before an apostrophe as a word of its own, in French, Italian and Catalan."""
_APOSTROPHE = re.compile("['’‘ʼ´＇`]")


def pieces(text: str) -> list[str]:
    """The pieces of *text* in order: what `readings` takes. For bulk work: much faster than `analyze`."""
    return _PIECE.findall(text)


def piece_matches(text: str) -> Iterator[re.Match[str]]:
    """The same pieces with where they stand."""
    return _PIECE.finditer(text)


def reader(language: str = "") -> Callable[[str], tuple[Reading, ...]]:
    """What gives the positions of one piece in a text of *language* (ISO 639-1, "" for unknown); none for a lone underscore.

    It remembers common pieces; see `read_piece` for who remembers them by himself.
    """
    return _memory(language).__getitem__


def read_piece(piece: str, language: str = "") -> tuple[Reading, ...]:
    """The positions of one piece in a text of *language*; remembers nothing."""
    if piece.isascii() and _is_plain_word(piece):
        return (_word(piece, language),)
    return tuple([r for r in _read(piece, language) if r.keys])  # a lone joiner is no word


def analyze(text: str, language: str = "") -> list[Token]:
    """The tokens of *text*, in reading order; the parts of an identifier follow it. Raises nothing."""
    memory = _memory(language)
    tokens: list[Token] = []
    for match in _PIECE.finditer(text):
        base = match.start()
        tokens += [Token(base + r.start, base + r.end, r.exact, r.keys, r.asked) for r in memory[match.group()]]
    return tokens


def phrase_keys(token: Token) -> tuple[str, ...]:
    """The keys of *token* as a member of a phrase: of a run every pair as it stands, of other words what a question asks for."""
    return token.keys[:1] if RUN.match(token.exact) else token.asked or token.keys


@lru_cache(maxsize=1 << 15)
def stems(word: str, language: str = "") -> tuple[str, ...]:
    """The index terms of a single word: its stem without accents, and the stem of the word written without accents.

    It remembers some, since identifiers are made of the same few words over and over.
    """
    return _stems(word, language)


def _stems(word: str, language: str) -> tuple[str, ...]:
    exact = normal(word)
    if not exact:
        return ()
    if not exact.isalpha() and any(map(str.isdigit, exact)):
        return (fold(exact)[:MAX_KEY],)
    stem = stemmer(exact, language)
    key = fold(stem(exact))[:MAX_KEY]
    if exact.isascii():
        return (key,) if key else (exact[:MAX_KEY],)
    plain = fold(exact)
    bare = fold(stem(plain))[:MAX_KEY] if plain else ""
    return tuple(dict.fromkeys(k for k in (key, bare) if k)) or (exact[:MAX_KEY],)


class _Memory(dict[str, tuple[Reading, ...]]):
    """Readings by piece, for one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, piece: str) -> tuple[Reading, ...]:
        found = read_piece(piece, self._language)
        if len(piece) <= MAX_KEY and (piece.isascii() or not RUN.match(piece)):  # runs hardly ever come again
            if len(self) >= _CACHED:
                self.clear()
            self[piece] = found
        return found


@cache
def _memory(language: str) -> _Memory:
    return _Memory(language)


def _is_plain_word(piece: str) -> bool:
    """Whether an ASCII piece is what most words are: letters in one case, with no joints, humps or signs to look at."""
    return piece.isalpha() and (piece.islower() or piece.istitle())


def _word(piece: str, language: str) -> Reading:
    """What `_read` makes of a plain word, without the way there."""
    exact = piece.lower()
    keys = _stems(exact, language)
    return Reading(0, len(piece), exact, keys, keys)


def _read(piece: str, language: str) -> Iterable[Reading]:
    if piece.isascii() and piece.isalnum():
        return _identifier(piece, 0, language, ())
    if RUN.match(piece):
        return read_run(piece)
    return _joined(piece, language)


def _joined(piece: str, language: str) -> Iterator[Reading]:
    """The readings of a word that may have joints or signs."""
    if _ACRONYM.fullmatch(piece):
        joined = piece.replace(".", "")
        keys = stems(joined, language)
        yield Reading(0, len(piece), normal(piece), keys, keys)
    elif _NUMBER.fullmatch(piece):
        yield _number(piece)
    elif piece[0] == "." or piece[-1] in "+#":
        yield from _symbol(piece, language)
    else:
        yield from _compound(piece, language)


def _number(piece: str) -> Reading:
    """``1.0.21`` with ``1.0``; ``4,200`` as ``4200``; ``4.200`` as both that it may be."""
    exact = normal(piece).lstrip("v")
    if _GROUPED.fullmatch(exact):
        keys = (exact.replace(",", ""),) if "," in exact else (exact, exact.replace(".", ""))
        return Reading(0, len(piece), exact, keys, keys)
    parts = exact.split(".")
    keys = (exact, ".".join(parts[:2])) if len(parts) > 2 else (exact,)
    return Reading(0, len(piece), exact, tuple(k[:MAX_KEY] for k in keys), (exact[:MAX_KEY],))


def _symbol(piece: str, language: str) -> Iterator[Reading]:
    """``C++``, ``C#``, ``.NET``: the sign makes another word of it. A sign after a longer word is only a sign."""
    core = piece.lstrip(".").rstrip("+#")
    if piece[0] == ".":
        exact = normal(piece)
        whole = exact[:MAX_KEY]
        yield Reading(0, len(piece), exact, (whole, *stems(core, language)) if _PART.fullmatch(core) else (whole,), (whole,))
        if not _PART.fullmatch(core):
            yield from _shifted(_compound(core, language), 1)
    elif len(core) <= 2 or (piece.endswith("++") and len(core) <= 4):
        exact = normal(piece)
        yield Reading(0, len(piece), exact, (exact,), (exact,))
    else:
        yield from _read(core, language)


def _compound(piece: str, language: str) -> list[Reading]:
    """Parts at hyphens, dots and elisions, one position each; the first also holds the word they make when written as one."""
    parts = [(m.start(), m.end()) for m in _PART.finditer(_with_apostrophes(piece))]
    if len(parts) == 1:
        return _identifier(piece, 0, language, ())
    joined = "".join([piece[a:b] for a, b in parts])
    whole = _stems(joined if joined.isascii() else INVISIBLE.sub("", joined), language)
    readings: list[Reading] = []
    for i, (start, end) in enumerate(parts):
        readings += _identifier(piece[start:end], start, language, whole, first=i == 0)
    return readings


def _with_apostrophes(piece: str) -> str:
    """*piece* of the same length, where apostrophes that belong to a word are hidden from the splitting."""
    if piece.isalnum() or (piece.isascii() and not ("'" in piece or '"' in piece or "`" in piece)):
        return piece

    def hide(match: re.Match[str]) -> str:
        before = re.split(r"\W", piece[: match.start()])[-1].lower()
        return match.group() if before in _ELISIONS and match.end() + 1 < len(piece) else "_"

    return _APOSTROPHE.sub(hide, piece).replace("׳", "_").replace("״", "_").replace('"', "_").replace("·", "_")


def _identifier(word: str, base: int, language: str, whole: tuple[str, ...], *, first: bool = True) -> list[Reading]:
    """A word, and after it its parts if it is written like_this or likeThis."""
    core = word.strip("_")
    if not core:
        return []
    start = base + word.index(core)
    joined = core.replace("_", "")
    keys = stems(joined, language) if joined.isascii() and joined.isalnum() else _plain(joined, language)
    asked = tuple(dict.fromkeys(keys + whole)) if whole else keys
    readings = [Reading(start, start + len(core), normal(core), asked if first else keys, asked)]
    if (joined is core and core.islower()) or not _HUMP.search(core) or _PLURAL.fullmatch(core):
        return readings
    for part in _CAMEL.finditer(core):
        text = part.group()
        if len(text) > 1:
            readings.append(Reading(start + part.start(), start + part.end(), normal(text), stems(text, language), ()))
    return readings


def _plain(word: str, language: str) -> tuple[str, ...]:
    """Keys of a word that may hold an apostrophe: ``config's`` is config, ``don't`` is dont."""
    straight = normal(word)
    bare = straight[:-2] if straight.endswith("'s") and len(straight) > 3 else straight
    return stems(bare.replace("'", "").replace('"', "").replace("·", ""), language)


def _shifted(found: Iterable[Reading], by: int) -> Iterator[Reading]:
    for r in found:
        yield r._replace(start=r.start + by, end=r.end + by)
