"""Lines as an editor counts them: LF, CR LF and CR end one, and nothing else does."""

from __future__ import annotations

import re
import unicodedata

from pincite.domain.documents import LineMap

_LINE_END = re.compile("\r\n?")


def editor_text(text: str) -> str:
    r"""*text* in NFC with every line end as ``\n``; its lines are still the file's."""
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def own_lines(text: str) -> LineMap:
    """The map of a document whose text is the file's own, from its first line on."""
    offsets = [0]
    at = text.find("\n")
    while at >= 0:
        offsets.append(at + 1)
        at = text.find("\n", at + 1)
    return LineMap(tuple(offsets), tuple(range(1, len(offsets) + 1)))
