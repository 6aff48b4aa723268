"""Citations in words: where a passage stands, and answers as numbered text within a byte budget."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from pincite.domain.documents import Location
from pincite.domain.search import Hit, Passage

MAX_PASSAGE_BYTES = 2000
"""Bytes of one passage in an exported text, its truncation note included."""
MAX_BYTES = 10_000
"""Bytes of an exported text in all, notes included."""
_CUT = " [... cut]"


def place(location: Location, line: int | None = None) -> str:
    """The place for a person to read: "p. xii (12)", "Setup > Proxy, line 88"; "" where the format has none."""
    parts: list[str] = []
    if location.page:
        label = location.page_label
        parts.append(f"p. {label} ({location.page})" if label and label != str(location.page) else f"p. {location.page}")
    if location.slide:
        parts.append(f"slide {location.slide}")
    parts += [part for part in (location.cell, location.part, location.symbol) if part]
    if location.row:
        parts.append(f"row {location.row}")
    if location.heading_path:
        parts.append(" > ".join(location.heading_path))
    first = line or location.line
    if first and not location.page:
        parts.append(f"line {first:,}")
    if location.time_ms is not None:
        parts.append(clock(location.time_ms))
    return ", ".join(parts)


def node_kind(passage: Passage) -> str:
    """What a passage is a piece of: row, cells, slide, cue, code, section, page, part, or the whole document."""
    location = passage.location
    named = (
        ("row", location.row), ("cells", location.cell), ("slide", location.slide), ("cue", location.time_ms), ("code", location.symbol),
        ("part", location.part), ("section", location.heading_path), ("page", location.page),
    )  # fmt: skip
    kind = next((kind for kind, place in named if place not in (None, "", ())), "")
    return kind or ("document" if passage.passages == 1 else "part")


def clock(time_ms: int) -> str:
    """Milliseconds as h:mm:ss."""
    seconds = time_ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def uri_of(path: str, location: Location) -> str:
    """`file:` URI of the cited place: percent-encoded, with the page or anchor that a viewer understands."""
    uri = plain_uri(path)
    if location.anchor:
        return f"{uri}#{quote(location.anchor, safe='')}"
    return f"{uri}#page={location.page}" if location.page else uri


def plain_uri(path: str) -> str:
    """`file:` URI of a file or folder, without a place; also of a path that does not begin at the root."""
    return Path(path).as_uri() if Path(path).is_absolute() else "file:" + quote(path, errors="surrogateescape")


def numbered(hits: Sequence[Hit], max_passage_bytes: int = MAX_PASSAGE_BYTES, max_bytes: int = MAX_BYTES) -> str:
    """The passages as ``[n] title, place (path)`` with their text, at most *max_bytes* of UTF-8 with every note counted.

    A passage of more than *max_passage_bytes* is cut on a character and says so. Hits for which there is no room are counted
    in a last line, if that fits; the first hit is always there, cut to fit if need be (003-86 to 003-89).
    """
    blocks: list[str] = []
    for n, hit in enumerate(hits, 1):
        block = _head(n, hit) + "\n" + shortened(hit.passage.text, max_passage_bytes)
        if n == 1:
            block = shortened(block, max_bytes)
        elif _size([*blocks, block]) > max_bytes - (len(_omitted(len(hits))) + 2 if n < len(hits) else 0):
            note = _omitted(len(hits) - n + 1)
            return "\n\n".join([*blocks, note] if _size([*blocks, note]) <= max_bytes else blocks)
        blocks.append(block)
    return "\n\n".join(blocks)


def shortened(text: str, max_bytes: int) -> str:
    """*text* in at most *max_bytes* of UTF-8, cut between characters, with the note counted."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= max_bytes:
        return text
    note = _CUT if max_bytes > len(_CUT) else ""
    return data[: max(0, max_bytes - len(note))].decode("utf-8", "ignore").rstrip() + note


def _head(n: int, hit: Hit) -> str:
    where = place(hit.passage.location, hit.line)
    head = f"[{n}] {hit.passage.title}{', ' + where if where else ''} ({hit.passage.path})"
    return " ".join(head.splitlines())  # a name with line ends in it must not look like another result


def _omitted(count: int) -> str:
    return f"[{count} more left out for length]"


def _size(blocks: Sequence[str]) -> int:
    return len("\n\n".join(blocks).encode("utf-8", "surrogatepass"))
