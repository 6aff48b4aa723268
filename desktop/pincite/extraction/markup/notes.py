"""What people write into notes beside Markdown: tags, wikilinks, embeds, inline properties, block ids, Zettelkasten ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pincite.domain.documents import Value
from pincite.extraction.markup.front_matter import KNOWN, words_of

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|%%.*?%%", re.DOTALL)
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:[^`\n]|(?!\1(?!`))`|\n(?!\s*\n))*?(?<!`)\1(?!`)")
_TAG = re.compile(r"(?:(?<=\s)|^)#(?=[\w/-]*[^\W\d])([\w/-]+)", re.MULTILINE)
_TAG_LINK = re.compile(r"#\[\[([^\[\]\n]+)\]\]")
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n|]+)(?:\|([^\[\]\n]*))?\]\]")
_DENDRON_TARGET = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+(?:#\S+)?")
_PROPERTY_LINE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?(?:\[.\][ \t]+)?([^\W\d_][^\s:\[\](){}`|,\"]*(?: [^\s:\[\](){}`|,\"]+){0,3})::(?:[ \t]+(.*))?$", re.MULTILINE)
_PROPERTY_INLINE = re.compile(r"[\[(]([^\W\d_][^:\[\]()\n`|]{0,60}?)::[ \t]*([^\[\]()\n]*(?:\[\[[^\[\]\n]*\]\][^\[\]()\n]*)*)[\])]")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
_ZETTEL_ID = re.compile(r"^(\d{12}|\d{14})(?:\b|_)")


@dataclass(frozen=True, slots=True)
class NoteMarks:
    """What was found, in reading order and each once. `links` are targets of wikilinks, `embeds` of embedded notes."""

    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    embeds: tuple[str, ...] = ()
    properties: Mapping[str, Value] = field(default_factory=dict[str, Value])
    block_ids: tuple[str, ...] = ()


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """*text* with these stretches, its code spans and its comments blanked, at equal length and with the same lines."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], _blank(text[start:end])]
        at = max(at, end)
    text = "".join((*parts, text[at:]))
    text = _CODE_SPAN.sub(lambda found: _blank(found[0]), text) if "`" in text else text
    return _COMMENT.sub(lambda found: _blank(found[0]), text) if "<!--" in text or "%%" in text else text


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


def marks_of(text: str) -> NoteMarks:
    """The marks in *text*, from which code has been blanked."""
    links: dict[str, None] = {}
    embeds: dict[str, None] = {}
    for bang, first, second in _WIKILINK.findall(text) if "[[" in text else ():
        target = _target(first, second)
        if target:
            (embeds if bang else links)[target] = None
    tags = [tag.strip("/") for tag in _TAG.findall(text)] + _TAG_LINK.findall(text) if "#" in text else []
    return NoteMarks(
        tags=distinct(tag for tag in tags if tag),
        links=tuple(links),
        embeds=tuple(embeds),
        properties=_properties(text) if "::" in text else {},
        block_ids=distinct(_BLOCK_ID.findall(text)) if "^" in text else (),
    )


def _target(first: str, second: str) -> str:
    """Dendron writes the label first; its targets are dotted paths in small letters."""
    first, second = first.strip().rstrip("\\").strip(), second.strip()
    return second if _DENDRON_TARGET.fullmatch(second) and not _DENDRON_TARGET.fullmatch(first) else first


def _properties(text: str) -> dict[str, Value]:
    found: dict[str, dict[str, None]] = {}
    for key, value in [*_PROPERTY_LINE.findall(text), *_PROPERTY_INLINE.findall(text)]:
        name = key.strip().strip("*_").strip()
        found.setdefault(name.lower() if name.lower() in KNOWN else name, {})[value.strip()] = None
    return {name: next(iter(values)) if len(values) == 1 else list(values) for name, values in found.items() if name}


def tags_of(value: Value) -> list[str]:
    """Tags of a property, without their signs: a list, or words between commas or blanks."""
    words = words_of(value)
    if isinstance(value, str):
        words = [part for word in words for part in ([word] if "[[" in word else word.split())]
    return [cleaned for word in words if (cleaned := word.strip().lstrip("#").replace("[[", "").replace("]]", "").strip())]


def zettel_id(stem: str) -> str:
    """The time stamp that a Zettelkasten note's name begins with; "" if it has none."""
    found = _ZETTEL_ID.match(stem)
    return found[1] if found else ""


def distinct(items: Iterable[str]) -> tuple[str, ...]:
    """Each once, in order."""
    return tuple(dict.fromkeys(items))
