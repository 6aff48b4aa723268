"""From what a person types to the words that are searched. Nothing in the text is syntax, and no text is refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.analysis import Token, analyze, phrase_keys
from pincite.domain.search import MAX_TERMS, Term, TermReport
from pincite.retrieval.question_kinds import question_kind
from pincite.retrieval.stop_words import leans_abroad, question_language, stop_words

MAX_READ = 20_000
"""Characters of a question that are looked at; distinct words beyond the first 32 are not searched anyway."""
_ENOUGH_WORDS = 4 * MAX_TERMS
"""Distinct words that are read with all stems: among so many, 32 are no stop words."""
STOP_WORD = "stop word"
"""Why a word is not searched."""
UNSPACED = ("zh", "ja", "th")
"""Languages whose words have no spaces between them."""
MAX_LANGUAGES = 12
"""Languages whose stems are tried for each word, the library's most frequent first."""
_QUOTED = re.compile(r"(?<!\w)[\"“”„«»‟＂](?P<inside>[^\"“”„«»‟＂]{1,1000})[\"“”„«»‟＂](?!\w)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is searched.

    `terms` are its distinct words in reading order, without stop words unless nothing else remains; `phrases` are the words
    in double quotes, in order and with every word; `exact_only` says that the whole question is one phrase, which a passage
    must then hold. `reports` name every word with its fate (document counts are filled in later). `built` is the expression
    for a person to read. `language` is "" unless the question's own words tell it; `leaning` is one that the library lacks and
    that has as many stop words in it. `kind` is one of definition, how_to, comparison, evidence_or_data, opinion, other. `parts`
    are the words inside an identifier term, to fall back on when the library does not know the whole, by the term's position.
    """

    text: str
    terms: tuple[Term, ...]
    reports: tuple[TermReport, ...] = ()
    phrases: tuple[tuple[Term, ...], ...] = ()
    exact_only: bool = False
    built: str = ""
    notes: tuple[str, ...] = ()
    kind: str = "other"
    parts: tuple[tuple[Term, ...], ...] = ()
    language: str = ""
    leaning: str = ""

    @property
    def is_told(self) -> bool:
        """Whether stop words tell the language, or a script in which words have no spaces: nobody writes that by chance."""
        return self.language in UNSPACED or (bool(self.language) and any(report.why == STOP_WORD for report in self.reports))


def read_question(text: str, languages: Sequence[str] = ()) -> Question:
    """*text* as a question to a library in *languages* (ISO 639-1, most frequent first). Never fails."""
    head = unicodedata.normalize("NFC", text[:MAX_READ])
    cut, count = _extent(head)
    words = _words(head[:cut], languages)
    language = question_language([word.term.exact for word in words], languages)
    stops = stop_words(language)
    words = [replace(w, stop=w.term.exact in stops or w.term.exact.removesuffix("'s") in stops) for w in words]
    searched = ([w for w in words if not w.stop] or words)[:MAX_TERMS]
    kept = {word.term.keys for word in searched}
    phrases = tuple(p for p in (_phrase(m["inside"], languages) for m in _QUOTED.finditer(head)) if p)
    return Question(
        text=text,
        terms=tuple(word.term for word in searched),
        reports=tuple(_report(word, word.term.keys in kept) for word in words),
        phrases=phrases,
        exact_only=bool(phrases) and _is_one_phrase(head),
        built=_built(searched, phrases),
        notes=_notes(len(searched), sum(w.stop for w in words), count, len(text)),
        kind=question_kind(head),
        parts=tuple(word.parts for word in searched),
        language=language,
        leaning=leans_abroad([word.term.exact for word in words], languages) if languages else "",
    )


@dataclass(frozen=True, slots=True)
class _Word:
    term: Term
    stop: bool
    parts: tuple[Term, ...]


def _extent(text: str) -> tuple[int, int]:
    """How far to read for enough distinct words, and how many there are in all."""
    ends: dict[tuple[str, ...], int] = {}
    for token in analyze(text):
        if token.asked:
            ends.setdefault(token.asked, token.end)
    reached = list(ends.values())
    return (reached[_ENOUGH_WORDS - 1] if len(reached) >= _ENOUGH_WORDS else len(text)), len(reached)


def _words(text: str, languages: Sequence[str]) -> list[_Word]:
    """Distinct words in reading order; what only repeats another token is skipped, but kept as its parts."""
    views = _views(text, languages)
    tokens = _merged(list(views.values()))
    words: dict[str, _Word] = {}
    last = ""
    for i, token in enumerate(tokens):
        if token.asked:
            last = token.asked[0]
            foreign = _foreign(token.asked, {language: view[i] for language, view in views.items()})
            words.setdefault(last, _Word(Term(text[token.start : token.end], token.exact, token.asked, foreign), stop=False, parts=()))
        elif last in words and len(token.keys) == 1:
            whole = words[last]
            if len(whole.parts) < MAX_TERMS and len(token.exact) > 1:
                part = Term(text[token.start : token.end], token.exact, token.keys)
                words[last] = replace(whole, parts=(*whole.parts, part))
    return list(words.values())


def merged_tokens(text: str, languages: Sequence[str]) -> list[Token]:
    """The tokens of *text* with the keys of all *languages*: the pieces are the same in each, only stems differ."""
    return _merged(list(_views(text, languages).values()))


def _views(text: str, languages: Sequence[str]) -> dict[str, list[Token]]:
    return {language: analyze(text, language) for language in (*languages[:MAX_LANGUAGES], "")}


def _foreign(keys: Sequence[str], spoken: Mapping[str, Token]) -> tuple[tuple[str, ...], ...]:
    """For each of *keys* the languages whose token has another one; nothing if they all have all."""
    foreign = tuple(tuple(language for language, token in spoken.items() if key not in token.keys) for key in keys)
    return foreign if any(foreign) else ()


def _merged(views: Sequence[Sequence[Token]]) -> list[Token]:
    return [
        views[0][i]._replace(
            keys=tuple(dict.fromkeys(key for view in views for key in view[i].keys)),
            asked=tuple(dict.fromkeys(key for view in views for key in view[i].asked)),
        )
        for i in range(len(views[0]))
    ]


def _phrase(inside: str, languages: Sequence[str]) -> tuple[Term, ...]:
    """Every token of a phrase, stop words included; the parts of an identifier too, as they stand in the index."""
    return tuple(Term(inside[t.start : t.end], t.exact, phrase_keys(t)) for t in merged_tokens(inside, languages))


def _is_one_phrase(text: str) -> bool:
    return re.sub(r"[\s.,;:!?]+$", "", _QUOTED.sub("", text, count=1)).strip() == ""


def _report(word: _Word, used: bool) -> TermReport:
    return TermReport(word.term.text, used, why="" if used else STOP_WORD if word.stop else f"beyond {MAX_TERMS} words")


def _built(words: Sequence[_Word], phrases: Sequence[Sequence[Term]]) -> str:
    parts = [word.term.text for word in words]
    quoted = ['"' + " ".join(t.text for t in phrase) + '"' for phrase in phrases]
    return " OR ".join(parts) + ("".join(f" (lifted by {q})" for q in quoted))


def _notes(used: int, stops: int, words: int, length: int) -> tuple[str, ...]:
    if used < MAX_TERMS or words <= used + stops:
        return ()
    return (f"{used} of {words:,}{' or more' if length > MAX_READ else ''} words used",)
