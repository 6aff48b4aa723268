"""The strict language of ``--mode query``: from its text to a tree, or to an error that points at the place.

    query   = any-of ; any-of = all-of { "OR" all-of } ; all-of = each { [ "AND" ] each }
    each    = ( "NOT" | "-" ) each | near
    near    = one { "NEAR" [ "/" number ] one }
    one     = "(" any-of ")" | [ field ":" ] ( word | "phrase" [ "~" number ] | wild* | fuzz~ | range | "(" any-of ")" )

Operators are capitals. Words side by side must all be there, as in Recoll, Xapian and every mail search: a query narrows, a question
ranks. A minus leaves out only directly before a word and after a blank; a hyphen inside a word belongs to it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.analysis import analyze
from pincite.domain.errors import QuestionError
from pincite.retrieval.query_cursor import NEAR, QUOTES, Cursor
from pincite.retrieval.query_tree import (
    OPERATORS,
    PATH_FIELDS,
    And,
    Between,
    Fuzzy,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Wild,
    Word,
    is_facet,
)
from pincite.retrieval.values import FIXED, Range, inside, measure, sort_of

MAX_LENGTH = 10_000
"""Characters of a query; a longer text is a paste, and asked as a question."""
MAX_PARTS = 200
"""Words, phrases and values of a query."""
MAX_DEPTH = 40
"""Brackets within brackets."""
DISTANCE = 10
"""Words that may lie between the two sides of a bare NEAR."""
MAX_DISTANCE = 50
"""What an index of positions can tell apart from words of another field."""
MAX_EDITS = 2

_FIELD = re.compile(r"([^\W\d][\w.-]{0,39}):(?!//)")
_PHRASE = re.compile(rf"[{QUOTES}]([^{QUOTES}]*)[{QUOTES}]")
_FUZZY = re.compile(r"(.+)~(\d{0,9})")
_SLOP = re.compile(r"~(\d{0,9})")
_LUCENE = re.compile(r"(?P<open>[\[{])\s*(?P<low>[^\s\[\]{}()]+)\s+TO\s+(?P<high>[^\s\[\]{}()]+)\s*(?P<close>[\]}])")
_COMPARE = re.compile(r"(>=|<=|>|<)")


def parse_query(text: str) -> Node:
    """The tree of a query. Raises `QuestionError` with the position of what cannot be read, and how to write it."""
    if not text.strip():
        raise QuestionError("There is no query: type words, “phrases” or field:value.", 0)
    if len(text) > MAX_LENGTH:
        raise QuestionError(f"A query has at most {MAX_LENGTH:,} characters; ask a text as long as this as a question.", MAX_LENGTH)
    return _Parser(text).whole()


class _Parser(Cursor):
    """Recursive descent over the text."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._parts = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._any_of("")
        if self.peek():  # only a closing bracket ends a group early
            raise QuestionError("This bracket closes nothing: remove it, or open one before.", self.at)
        return node

    # ------------------------------------------------------------------ what joins

    def _any_of(self, field: str) -> Node:
        parts = [self._all_of(field)]
        while self.operator("OR"):
            parts.append(self._all_of(field))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _all_of(self, field: str) -> Node:
        parts = [self._each(field)]
        while self.peek() not in ("", ")") and self.word() != "OR":
            self.operator("AND")
            parts.append(self._each(field))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _each(self, field: str) -> Node:
        """What may be left out; without recursion for each NOT, since they may be many."""
        at, turned = self.at, False
        while self.operator("NOT") or self.minus():
            turned, at = not turned, self.at
        self.expect(at)
        node = self._near(field)
        return Not(node) if turned else node

    def _near(self, field: str) -> Node:
        first = self._one(field)
        parts, distance, start = [first], 0, self.at
        while (match := NEAR.fullmatch(self.word())) is not None:
            start, asked = self.at, self._distance(match)
            self.at += len(match.group())
            if distance and asked != distance:
                raise QuestionError("A chain of NEAR has one distance for all; use brackets and AND for two.", start)
            distance = asked
            self.expect(start)
            parts.append(self._one(field))
        if not distance:
            return first
        simple = [part for part in parts if isinstance(part, (Word, Phrase, Wild, Fuzzy))]
        if len(simple) < len(parts) or len({part.field for part in simple}) > 1 or any(is_facet(p.field) or p.field in PATH_FIELDS for p in simple):
            raise QuestionError("NEAR stands between words or phrases of the text, not between brackets or values.", start)
        return Near(tuple(simple), distance, start)

    def _distance(self, match: re.Match[str]) -> int:
        asked = match[1]
        if asked is None:
            return DISTANCE
        if not asked.isascii() or not asked.isdigit() or not 1 <= int(asked[:9]) <= MAX_DISTANCE:
            raise QuestionError(f"NEAR/ takes a number of words from 1 to {MAX_DISTANCE}, like NEAR/5.", self.at)
        return int(asked)

    # ------------------------------------------------------------------ what stands alone

    def _one(self, field: str) -> Node:
        self.peek()
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise QuestionError(f"A query has at most {MAX_PARTS} words and values; from here on there are more.", self.at)
        if self.text[self.at] == "(":
            return self._group(field)
        if (match := _FIELD.match(self.text, self.at)) is not None:
            if field:
                raise QuestionError(f"These brackets belong to {field} already: close them before another field.", self.at)
            return self._fielded(match)
        return self._leaf(field)

    def _group(self, field: str) -> Node:
        opened = self.at
        self.at += 1
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise QuestionError(f"Brackets go at most {MAX_DEPTH} deep.", opened)
        if self.peek() == ")":
            raise QuestionError("There is nothing between these brackets.", opened)
        if not self.peek():
            raise QuestionError("This bracket is never closed: write “)” after what belongs together.", opened)
        node = self._any_of(field)
        if self.peek() != ")":
            raise QuestionError("This bracket is never closed: write “)” after what belongs together.", opened)
        self.at += 1
        self._depth -= 1
        return node

    def _fielded(self, match: re.Match[str]) -> Node:
        name, start = match[1].lower(), self.at
        self.at = match.end()
        following = self.text[self.at : self.at + 1]
        if not following or following.isspace() or following == ")":
            raise QuestionError(f"Nothing stands after “{name}:”. Write {name}:value without a blank, or “{name}” in quotes to search the word.", start)
        if is_facet(name) and self.text.startswith("(none)", self.at):
            self.at += len("(none)")
            return Phrase("(none)", name, 0, start)
        if following == "(":
            return self._group(name)
        if following in QUOTES or not is_facet(name):
            return self._leaf(name, start)
        return self._value(name, start)

    def _leaf(self, field: str, start: int | None = None) -> Node:
        start = self.at if start is None else start
        if self.text[self.at] in QUOTES:
            return self._phrase(field, start)
        if is_facet(field):
            return self._value(field, start)
        token = self.take()
        if token in OPERATORS or token.startswith("NEAR/"):
            raise QuestionError(f"{token} stands between two things; to search for it as a word, put it in double quotes.", start)
        if "^" in token and re.search(r"\^\d*\.?\d*$", token):
            raise QuestionError("There are no weights in this language; leave out what begins with ^.", self.at - len(token) + token.index("^"))
        if (match := _FUZZY.fullmatch(token)) is not None:
            return self._fuzzy(match, field, start)
        wild = "*" in token or "?" in token
        if not analyze(token) and not (wild and set(token) <= {"*", "?"}):
            raise QuestionError(_no_word(token), start)
        return Wild(token, field, start) if wild else Word(token, field, start)

    def _phrase(self, field: str, start: int) -> Phrase:
        match = _PHRASE.match(self.text, self.at)
        if match is None:
            raise QuestionError("This quote is never closed: write another “\"” after the phrase.", self.at)
        inner = " ".join(match[1].split())
        if not inner or not (is_facet(field) or analyze(inner)):
            raise QuestionError("There is no word between these quotes.", self.at)
        self.at = match.end()
        slop = 0
        if (asked := _SLOP.match(self.text, self.at)) is not None:
            if is_facet(field) or not asked[1] or not 1 <= int(asked[1]) <= MAX_DISTANCE:
                raise QuestionError(f"After a phrase, ~ takes the words that may lie between, from 1 to {MAX_DISTANCE}: \"two words\"~3.", self.at)
            slop, self.at = int(asked[1]), asked.end()
        return Phrase(inner, field, slop, start)

    def _fuzzy(self, match: re.Match[str], field: str, start: int) -> Fuzzy:
        edits = int(match[2]) if match[2] else MAX_EDITS
        if not 1 <= edits <= MAX_EDITS:
            raise QuestionError("Words can be one or two letters away: word~1 or word~2.", start)
        if len(tokens := [token for token in analyze(match[1]) if token.asked]) != 1 or set(match[1]) & set("*?~"):
            raise QuestionError(_no_word(match[1]) if not tokens else "~ stands after one plain word, without *, ? or a hyphen.", start)
        return Fuzzy(match[1], edits, field, start)

    # ------------------------------------------------------------------ values

    def _value(self, name: str, start: int) -> Node:
        if (match := _COMPARE.match(self.text, self.at)) is not None:
            return self._compared(name, match[1], start)
        if self.text[self.at] in "[{":
            return self._bracketed(name, start)
        token = self.take()
        if ".." in token:
            low, _, high = token.partition("..")
            return self._between(name, Range(low, high.lstrip(".")), start)
        if name in FIXED and not set(token) & {"*", "?"} and name not in ("year", "depth"):
            return self._between(name, Range(token, token), start)
        if token.endswith("~") or re.search(r"~\d$", token):
            raise QuestionError(f"~ works on words of the text, not on values; write {name}:{token.partition('~')[0]}*, or the value itself.", start)
        return Wild(token, name, start) if set(token) & {"*", "?"} else Word(token, name, start)

    def _bracketed(self, name: str, start: int) -> Between:
        """``[low TO high]`` as Lucene writes it; a curly bracket leaves its end out, a star is no end."""
        match = _LUCENE.match(self.text, self.at)
        if match is None:
            raise QuestionError(f"A range is written {name}:from..to, with an end left out where it is open, or {name}:[from TO to].", start)
        low, high = ("" if end == "*" else end for end in match.group("low", "high"))
        above, below = bool(low) and match["open"] == "{", bool(high) and match["close"] == "}"
        if (above and high) or (below and low):
            raise QuestionError(f"A range with two ends holds both: write {name}:{low}..{high}, or {name}:>{low} {name}:<{high}.", start)
        self.at = match.end()
        return self._between(name, Range(low, high, above=above, below=below), start)

    def _compared(self, name: str, sign: str, start: int) -> Between:
        self.at += len(sign)
        following = self.text[self.at : self.at + 1]
        if not following or following.isspace() or following in "()":
            raise QuestionError(f"Nothing stands after {name}:{sign}. Write {name}:{sign}value without a blank.", start)
        end = self._phrase(name, start).text if following in QUOTES else self.take()
        wanted = Range(end, "", above=sign == ">") if sign[0] == ">" else Range("", end, below=sign == "<")
        return self._between(name, wanted, start)

    def _between(self, name: str, wanted: Range, start: int) -> Between:
        sort = sort_of(name, [end for end in (wanted.low, wanted.high) if end])
        if not wanted.low and not wanted.high:
            raise QuestionError(f"A range needs at least one end: {name}:from..to, {name}:from.. or {name}:..to.", start)
        for end in (wanted.low, wanted.high):
            if end and measure(sort, end) is None:
                raise QuestionError(f"“{end}” is not {sort.value}, which {name} takes.", start)
        if wanted.low and wanted.high and not inside(sort, wanted.low, replace(wanted, low="")):
            raise QuestionError(f"This range runs backwards: write {name}:{wanted.high}..{wanted.low}.", start)
        return Between(name, wanted, start)


def _no_word(token: str) -> str:
    return f"There is no word in “{token}”. Operators are AND, OR, NOT, NEAR and a minus; signs are searched inside double quotes with a word."
