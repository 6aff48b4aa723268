"""Whether a question is a document's name: its title or its file name, letter case, spaces and punctuation aside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mask, Numbers, Origin

READ = 300
"""Characters of a question or name that are compared."""
_BETWEEN = re.compile(r"[\s!-/:-@\[-`{-~¡-¿\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+")
"""White space and punctuation; not all that is no letter, since many scripts write vowels as marks."""


def are_named(snapshot: Snapshot, question: str, passages: Numbers, files: Sequence[Origin], likely: Mask) -> list[bool]:
    """For each of *passages*, of these *files*, whether its document is called *question*. Titles are read only where it is *likely*."""
    asked = bare(question)
    if not asked:
        return [False] * len(files)
    titles = {passage.number: passage.title for passage in snapshot.passages(passages[likely].tolist())}
    names = (file.relative.rpartition("/")[2] for file in files)
    return [
        asked == bare(titles.get(number, "")) or (_may_be(name, asked) and asked in {bare(name), bare(name.rpartition(".")[0])})
        for number, name in zip(passages.tolist(), names, strict=True)
    ]


def _may_be(name: str, asked: str) -> bool:
    """Whether *name* is long enough to be what is *asked*; letters beyond ASCII may become longer where case is folded."""
    return len(name) >= len(asked) or not name.isascii()


def bare(text: str) -> str:
    """What is compared of a question or a name."""
    return _BETWEEN.sub("", unicodedata.normalize("NFC", text[:READ]).casefold())
