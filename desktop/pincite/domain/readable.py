"""Markdown as a person reads it: the same words without the marks that only a renderer needs. For showing; what is cited stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

MARKDOWN = frozenset({"md", "markdown", "mdx", "ipynb"})
"""Document types whose text is Markdown."""
_CODE = re.compile(r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)|\Z)|(?P<ticks>`+)(?P<code>[^`\n]+?)(?P=ticks)(?!`)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?P<open>!?\[)(?P<text>[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)*)(?P<close>\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+[\"'][^\"'\n]*[\"'])?\)|\[[^\[\]\n]*\]))")
_WIKILINK = re.compile(r"(?P<open>!?\[\[(?:[^\[\]|\n]*\|)?)(?P<text>[^\[\]|\n]+)(?P<close>\]\])")
_LINE_START = re.compile(r"^(?:[ \t]{0,3}#{1,6}[ \t]+|[ \t]{0,3}(?:>[ \t]?)+)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_STRONG = re.compile(r"(?P<open>\*{1,3}|~~|==)(?=\S)(?P<text>[^*~=\n]+?)(?<=\S)(?P<close>(?P=open))(?![*~=])")
_UNDERLINED = re.compile(r"(?<![\w_])(?P<open>_{1,3})(?=\S)(?P<text>[^_\n]+?)(?<=\S)(?P<close>(?P=open))(?![\w_])")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")

Ranges = Sequence[tuple[int, int]]


def readable(text: str, marks: Ranges) -> tuple[str, tuple[tuple[int, int], ...]]:
    """*text* without Markdown's marks, and *marks* (character ranges) moved along; a range that loses all its text is left out."""
    kept = bytearray(b"\1" * len(text))
    for start, end in _superfluous(text):
        kept[start:end] = b"\0" * (end - start)
    position, moved = 0, [0] * (len(text) + 1)
    for i, keep in enumerate(kept):
        moved[i] = position
        position += keep
    moved[len(text)] = position
    shown = "".join(c for c, keep in zip(text, kept, strict=True) if keep)
    return shown, tuple((moved[a], moved[b]) for a, b in marks if moved[a] < moved[b])


def _superfluous(text: str) -> Iterator[tuple[int, int]]:
    """Character ranges that a reader does not need. Nothing in code is touched but the ticks around it."""
    code = list(_CODE.finditer(text))
    for match in code:
        if match["code"] is not None:
            yield match.start(), match.start("code")
            yield match.end("code"), match.end()
    prose = _blanked(text, [match.span() for match in code])
    for pattern in (_LINK, _WIKILINK, _STRONG, _UNDERLINED):
        for match in pattern.finditer(prose):
            yield match.span("open")
            yield match.span("close")
    for pattern in (_LINE_START, _COMMENT, _ESCAPE):
        for match in pattern.finditer(prose):
            yield match.span()


def _blanked(text: str, spans: Ranges) -> str:
    """*text* with everything in *spans* but the line ends made unrecognisable, at the same offsets."""
    parts, at = list[str](), 0
    for start, end in spans:
        parts += [text[at:start], re.sub(r"[^\n]", "\0", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])
