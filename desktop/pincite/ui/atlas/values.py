"""The atlas as values: which tiles there are for a library, what stands on them, and how folders share the map. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pincite.domain.search import Count, SearchResult
from pincite.domain.wording import counted
from pincite.ui.facets.values import MOST_OWN, browsable, undated, years
from pincite.ui.names import KEYS, NONE, key_name, value_name
from pincite.ui.text import shown

ROWS = 8
"""Values on a tile."""
TILES = 12
"""Fields of the map at most."""
MOST_ALIKE = 2
"""A front-matter key gets a card only if it has more values than this, "(none)" included."""
SMALLEST_FIELD = 0.01
"""Share of the library below which a folder gets no field of its own."""


@dataclass(frozen=True, slots=True)
class TileRow:
    """A value on a tile."""

    key: str
    value: str
    name: str
    documents: int
    share: float


@dataclass(frozen=True, slots=True)
class Tile:
    """One card of values."""

    title: str
    note: str
    rows: tuple[TileRow, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A line that leads somewhere: its words, quiet words after them, and what it stands for."""

    words: str
    quiet: str
    target: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A folder on the map: the facet value a click chooses, what a click returns, and the documents that give it its size."""

    value: str
    name: str
    documents: int
    own: int


@dataclass(frozen=True, slots=True)
class Recent:
    """A file that changed lately: its name, when in words, its path, and whether that was today."""

    name: str
    when: str
    path: str
    today: bool


@dataclass(frozen=True, slots=True)
class Atlas:
    """Everything the start page shows."""

    total: str = ""
    fields: tuple[Field, ...] = ()
    years: tuple[tuple[int, int], ...] = ()
    undated: int = 0
    tiles: tuple[Tile, ...] = ()
    documents: int = 0


def atlas_of(result: SearchResult) -> Atlas:
    """The start page for the facets of a whole library."""
    facets = result.facets
    total = f"{counted(result.total_documents, 'document')} · {counted(result.total_passages, 'passage')}"
    return Atlas(
        total=total,
        fields=fields_of(facets.get("folder", ())),
        years=years(facets.get("year", ())),
        undated=undated(facets.get("year", ())),
        tiles=tuple(_tiles(facets)),
        documents=result.total_documents,
    )


def recent_of(files: Sequence[tuple[str, int]], now: datetime) -> tuple[Recent, ...]:
    """(path, mtime in nanoseconds) pairs as the card shows them."""
    return tuple(
        Recent(shown(path.replace("\\", "/").rsplit("/", 1)[-1]), changed_when(mtime_ns, now), path, ":" in changed_when(mtime_ns, now))
        for path, mtime_ns in files
    )


def changed_when(mtime_ns: int, now: datetime) -> str:
    """When a file changed: "14:02" today, "yesterday", "3 days ago", else the day; "" if that is not known."""
    if mtime_ns <= 0:
        return ""
    moment = datetime.fromtimestamp(mtime_ns / 1e9, UTC).astimezone()
    days = (now.astimezone().date() - moment.date()).days
    if days == 0:
        return f"{moment:%H:%M}"
    return "yesterday" if days == 1 else f"{days} days ago" if 1 < days < 7 else moment.date().isoformat()


def _tiles(facets: Mapping[str, Sequence[Count]]) -> list[Tile]:
    keys = ["type", "concept", "tag", "author", "language"]
    own = [key for key in facets if key not in KEYS and len(facets[key]) > MOST_ALIKE and browsable(key, facets[key])]
    keys += sorted(own, key=lambda key: -sum(count.documents for count in facets[key] if count.value != NONE))[:MOST_OWN]
    judged = [key for key in ("genre", "relevance", "depth") if _says_something(facets.get(key, ()))]
    tiles = [_tile(key, facets[key]) for key in keys if _says_something(facets.get(key, ()))]
    if judged:
        tiles.insert(min(2, len(tiles)), _judged_tile(facets, judged))
    if _says_something(facets.get("status", ())):
        tiles.append(_tile("status", facets["status"]))
    return tiles


def _says_something(counts: Sequence[Count]) -> bool:
    return any(count.value != NONE and count.documents for count in counts)


def _tile(key: str, counts: Sequence[Count]) -> Tile:
    named = [count for count in counts if count.value != NONE]
    note = f"top {ROWS - 1} of {len(named):,}" if len(named) > ROWS else f"{len(named):,}"
    plural = {"type": "Types", "concept": "Concepts", "tag": "Tags", "author": "Authors", "language": "Languages", "status": "Status"}
    return Tile(plural.get(key, key_name(key)), note, _rows(key, counts, ROWS))


def _judged_tile(facets: Mapping[str, Sequence[Count]], keys: Sequence[str]) -> Tile:
    rows: list[TileRow] = []
    for key in keys:
        counts = tuple(count for count in facets[key] if count.value != NONE)
        rows += _rows(key, counts, 4 if len(keys) > 1 else ROWS)
    words = " · ".join(key_name(key) for key in keys)
    most = max((row.documents for row in rows), default=1) or 1
    return Tile(words, "", tuple(_scaled(row, most) for row in rows[: ROWS + 1]))


def _rows(key: str, counts: Sequence[Count], limit: int) -> tuple[TileRow, ...]:
    """The most frequent values; "(none)" keeps its place only if there is room after the named ones."""
    named = sorted((count for count in counts if count.value != NONE), key=lambda count: (-count.documents, count.value))
    none = [count for count in counts if count.value == NONE and count.documents]
    chosen = [*named[: limit - len(none)], *none]
    most = max((count.documents for count in chosen), default=1) or 1
    return tuple(TileRow(key, count.value, _row_name(key, count.value), count.documents, count.documents / most) for count in chosen)


def _row_name(key: str, value: str) -> str:
    name = value_name(key, value)
    return f"{key} {name}" if key in ("depth", "relevance") and value != NONE else name


def _scaled(row: TileRow, most: int) -> TileRow:
    return TileRow(row.key, row.value, row.name, row.documents, row.documents / most)


# ---------------------------------------------------------------------------------- the map


def fields_of(counts: Sequence[Count], limit: int = TILES) -> tuple[Field, ...]:
    """Folders that share the map without overlap: the largest is split into its subfolders until *limit* fields are reached.

    A split folder keeps a field for the documents that lie in none of the fields taken out of it.
    """
    documents = {count.value: count.documents for count in counts if count.value != NONE}
    children: dict[str, list[str]] = {}
    for value in documents:
        children.setdefault(_parent(value, documents), []).append(value)
    own = dict.fromkeys(children.get("", []), 0)
    for value in own:
        own[value] = documents[value]
    total = sum(own.values()) or 1
    splittable = set(own)
    while splittable and len(own) < limit:
        largest = max(splittable, key=lambda value: (own[value], value))
        splittable.discard(largest)
        parts = sorted(children.get(largest, []), key=lambda value: -documents[value])
        parts = [value for value in parts if documents[value] / total >= SMALLEST_FIELD][: limit - len(own)]
        for part in parts:
            own[part] = documents[part]
            own[largest] -= documents[part]
            splittable.add(part)
    around = _around(documents, sum(count.documents for count in counts if count.value == NONE) + total)
    shown_fields = [Field(value, _field_name(value, own, around), documents[value], number) for value, number in own.items() if number > 0]
    return tuple(sorted(shown_fields, key=lambda field: (-field.own, field.value))[:limit])


def _parent(value: str, documents: Mapping[str, int]) -> str:
    parent = value.rpartition("/")[0]
    while parent and parent not in documents:
        parent = parent.rpartition("/")[0]
    return parent


def _around(documents: Mapping[str, int], everything: int) -> str:
    """The innermost folder that holds *everything*; "" if none does."""
    return max((value for value, number in documents.items() if number == everything), key=len, default="")


def _field_name(value: str, own: Mapping[str, int], around: str) -> str:
    """The last two parts of a nested folder, the whole of one at the top; the folder *around* all is not said again."""
    below = value.removeprefix(f"{around}/") if around else value
    parts = shown(below).split("/")
    return " / ".join(parts[-2:]) if _parent(value, own) and len(parts) > 2 else " / ".join(parts)


Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def squarified(sizes: Sequence[float], box: Box) -> list[Box]:
    """A box for each size, in order, that fill *box* with sides as equal as possible (Bruls, Huizing & van Wijk, 2000).

    *sizes* must fall; each box's area is in proportion to its size.
    """
    left, top, width, height = box
    total = sum(sizes)
    if not sizes or total <= 0 or width <= 0 or height <= 0:
        return [(left, top, 0.0, 0.0) for _ in sizes]
    areas = [size / total * width * height for size in sizes]
    boxes: list[Box] = []
    while areas:
        side = min(width, height)
        row = _best_row(areas, side)
        thick = sum(row) / side
        along = 0.0
        for area in row:
            length = area / thick
            boxes.append((left, top + along, thick, length) if width >= height else (left + along, top, length, thick))
            along += length
        if width >= height:
            left, width = left + thick, width - thick
        else:
            top, height = top + thick, height - thick
        areas = areas[len(row) :]
    return boxes


def _best_row(areas: Sequence[float], side: float) -> Sequence[float]:
    best = 1
    while best < len(areas) and _worst(areas[: best + 1], side) <= _worst(areas[:best], side):
        best += 1
    return areas[:best]


def _worst(row: Sequence[float], side: float) -> float:
    total = sum(row)
    return max(side * side * max(row) / (total * total), total * total / (side * side * min(row)))
