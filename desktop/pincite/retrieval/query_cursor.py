"""Where the reading of a query has come to: the next word, and the operators before and between things."""

from __future__ import annotations

import re

from pincite.domain.errors import QuestionError

QUOTES = '"“”„«»‟＂'
"""Any of them opens and closes a phrase."""
NEAR = re.compile(r"NEAR(?:/(.*))?")
_SPACE = re.compile(r"\s*")
_TOKEN = re.compile(rf"[^\s(){QUOTES}]+")


class Cursor:
    """Reads a text from left to right; `at` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        """The next character that is no blank, "" at the end."""
        match = _SPACE.match(self.text, self.at)
        assert match is not None  # it may be empty
        self.at = match.end()
        return self.text[self.at : self.at + 1]

    def word(self) -> str:
        """The next run of characters, without reading it."""
        self.peek()
        match = _TOKEN.match(self.text, self.at)
        return match.group() if match else ""

    def take(self) -> str:
        """Read the next run of characters."""
        token = self.word()
        self.at += len(token)
        return token

    def operator(self, name: str) -> bool:
        """Read the operator if it is next; what must follow it is there."""
        if self.word() != name:
            return False
        start = self.at
        self.at += len(name)
        self.expect(start)
        return True

    def minus(self) -> bool:
        """Read a minus that leaves something out."""
        if self.peek() != "-":
            return False
        following = self.text[self.at + 1 : self.at + 2]
        if not following or following.isspace() or following in "-)":
            raise QuestionError("This minus leaves out nothing: write it directly before a word, phrase or bracket.", self.at)
        self.at += 1
        return True

    def expect(self, operator: int) -> None:
        """Something must stand here that can be searched; *operator* is where the reading of it began."""
        following = self.peek()
        word = self.word()
        if not following or (following == ")" and operator < self.at):
            raise QuestionError("Something is missing after this operator: write what it joins, or put it in double quotes.", operator)
        if word in ("AND", "OR") or NEAR.fullmatch(word):
            raise QuestionError(f"{word} stands between two things, and there is nothing before it here; as a word, put it in double quotes.", self.at)
        if following == ")":
            raise QuestionError("This bracket closes nothing: remove it, or open one before.", self.at)
        if following == "+" and word != "+":
            raise QuestionError("Leave out the plus: every word must be there anyway.", self.at)
