"""Cuts source code where a person would: before functions and classes, then at blank lines, then at lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pincite.domain.documents import Chunk, Document
from pincite.splitting.length import Length, token_estimate
from pincite.splitting.passages import Span, passages
from pincite.splitting.recursive import MAX_BYTES, SEPARATORS, SIZE, RecursiveSplitter

_LINES: Final = (r"\n[ \t]*\n", r"\n", r"\s+")


def _before(*openings: str) -> tuple[str, ...]:
    """Line ends before a line that opens with one of these, outermost first."""
    alternatives = "|".join(openings)
    return rf"\n(?={alternatives})", rf"\n(?=[ \t]+(?:{alternatives}))"


_PYTHON = _before(r"class\b", r"def\b", r"async def\b", r"@\w")
_SCRIPT = _before(r"(?:export )?(?:default )?(?:async )?function\b", r"(?:export )?(?:abstract )?class\b", r"(?:export )?(?:const|let|var)\b",
                  r"(?:export )?(?:interface|type|enum|namespace)\b")
_BRACES = _before(r"(?:public|private|protected|internal|static|final|abstract|sealed|async|override|virtual|inline|extern|template)\b",
                  r"(?:class|struct|enum|union|interface|namespace|record|object|trait|fun|void|int|char|bool|double|float|long|unsigned|auto)\b",
                  r"\w[\w:<>,*& ]*\([^;\n]*\)\s*\{?$")
_GO = _before(r"func\b", r"type\b", r"var\b", r"const\b")
_RUST = _before(r"(?:pub(?:\([\w: ]+\))? )?(?:async |unsafe |const )*fn\b", r"(?:pub )?(?:struct|enum|trait|mod|union|type)\b", r"impl\b", r"macro_rules!")
_RUBY = _before(r"class\b", r"module\b", r"def\b")
_PHP = _before(r"(?:abstract |final )?class\b", r"(?:public |private |protected |static )*function\b", r"interface\b", r"trait\b")
_SHELL = _before(r"function\b", r"[\w-]+ ?\(\)")
_LUA = _before(r"(?:local )?function\b")
_SQL = _before(r"(?i:create|alter|drop|select|insert|update|delete|with|begin)\b")
_LISP = _before(r"\(def", r"\(")
_HASKELL = _before(r"\w+ ::", r"data\b", r"type\b", r"newtype\b", r"class\b", r"instance\b")
_ELIXIR = _before(r"defmodule\b", r"defp?\b", r"defmacro\b")

SEPARATORS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("python", "py", "pyi"), _PYTHON),
    **dict.fromkeys(("javascript", "typescript", "js", "jsx", "mjs", "cjs", "ts", "tsx"), _SCRIPT),
    **dict.fromkeys(("java", "c", "h", "cpp", "cc", "cxx", "hpp", "c++", "csharp", "cs", "c#", "kotlin", "kt", "scala", "swift", "dart", "objective-c", "m", "groovy"), _BRACES),
    **dict.fromkeys(("go", "golang"), _GO),
    **dict.fromkeys(("rust", "rs"), _RUST),
    **dict.fromkeys(("ruby", "rb"), _RUBY),
    "php": _PHP,
    **dict.fromkeys(("bash", "shell", "sh", "zsh", "perl", "pl", "r"), _SHELL),
    "lua": _LUA,
    "sql": _SQL,
    **dict.fromkeys(("lisp", "clojure", "clj", "scheme", "scm", "el", "emacs-lisp"), _LISP),
    **dict.fromkeys(("haskell", "hs"), _HASKELL),
    **dict.fromkeys(("elixir", "ex", "exs"), _ELIXIR),
}
"""By language or extension, in small letters: where its code is cut first."""


class CodeSplitter:
    """Passages of code, by its language: as given, else the document's own, else as any text. Plays `Splitter`."""

    def __init__(
        self, language: str = "", size: int = SIZE, overlap: int | None = None, length: Length = token_estimate, *, tail: int = 0,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._language = language
        self._size = size
        self._overlap = overlap
        self._length = length
        self._tail = tail
        self._max_bytes = max_bytes

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """The chunks of *document*, section by section."""
        cutter = self._cutter(language_of(document) if not self._language else self._language.lower())

        def cut(text: str, start: int, end: int) -> Iterator[Span]:
            return cutter.cut(text, start, end)

        return passages(document, source, document.sections, cut)

    def _cutter(self, language: str) -> RecursiveSplitter:
        own = SEPARATORS_OF.get(language)
        separators = (*own, *_LINES) if own else SEPARATORS
        return RecursiveSplitter(self._size, self._overlap, self._length, separators, tail=self._tail, max_bytes=self._max_bytes)


def language_of(document: Document) -> str:
    """The programming language of a document, as `SEPARATORS_OF` names it; "" if it is none of these."""
    for name in (document.metadata.get("programming_language"), document.metadata.get("language"), document.type):
        if isinstance(name, str) and name.lower() in SEPARATORS_OF:
            return name.lower()
    return ""
