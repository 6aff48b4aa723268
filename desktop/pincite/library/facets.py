"""What a document can be filtered and counted by: its facets, its date, and whether its owner set it aside.

Everything comes from the document's own metadata, its links and its place; nothing is guessed from its text, so that an edit
of the body moves no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate
from math import floor
from unicodedata import normalize
from urllib.parse import unquote

from pincite.domain.documents import Document, FileStamp, Root, Value

QUARANTINE = "quarantine"
"""Name of the folder whose documents are kept out of answers and counts."""
MAX_KEYS = 40
"""Metadata keys of one document that become facets of their own."""
MAX_VALUES = 64
"""Values of one key in one document."""
MAX_LENGTH = 120
"""Characters of a value; what is longer is prose, not a property."""
DEPTHS = (0, 3)
"""002's scale: 0 mention, 1 overview, 2 detailed, 3 primary."""

DATE_KEYS = ("date", "published", "publication_date", "issued", "created", "creationdate", "creation_date", "sent", "year", "modified", "updated", "moddate")
"""Where a document's own date stands, best first."""
AUTHOR_KEYS = ("author", "authors", "by", "from")
TAG_KEYS = ("tags", "tag", "keywords", "keyword")
CONCEPT_KEYS = ("concepts", "concept")
BOOKKEEPING = ("creator", "producer", "generator", "application", "format", "pages", "revision", "last_modified_by", "lastmodifiedby", "triage")
"""What programs write about themselves; it says nothing of the document. (``triage`` is counted as quarantine.)"""
NOT_COUNTED = frozenset(
    (*AUTHOR_KEYS, *DATE_KEYS, *BOOKKEEPING, *TAG_KEYS, *CONCEPT_KEYS, "title", "description", "summary", "abstract", "excerpt", "subtitle", "aliases", "alias", "questions", "entities", "comments", "id", "url", "text")
)
"""Keys that have a facet under another name, and those whose values tell documents apart instead of grouping them."""

_COMPACT = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})(?=\D|\d{6}|$)")
_DATE = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d{2}(?!\d)")
_WIKILINK = re.compile(r"!?\[\[([^\]|#]*)(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]")
_LINK = re.compile(r"\[\[([^\[\]|#]+)[^\[\]|]*(?:\|([^\[\]]*))?\]\]")
_ONLY_LINKS = re.compile(rf"(?:{_LINK.pattern}[\s,;]*)+")
_UPWARDS = re.compile(r"^(?:\.{0,2}/)+")
_KEY = re.compile(r"[^\W\d][\w.-]{0,39}")
_ADDRESS = re.compile(r"^(.+?)\s*<[^<>]*@[^<>]*>$")


@dataclass(frozen=True, slots=True)
class Placed:
    """A document's facets (key to values, a key without values absent), its ISO date ("" if it states none), and quarantine."""

    facets: Mapping[str, tuple[str, ...]]
    date: str
    quarantined: bool


def facets_of(document: Document, root: Root, stamp: FileStamp, quarantine: str = QUARANTINE) -> Placed:
    """Facets of a document that was read from the file of *stamp*.

    ``folder`` has a value for each folder above the file, relative to the root ("a", "a/b"), so that a filter on a folder holds
    for all below it; a file in the root itself has none. ``root`` is the root's name. ``year`` is that of the document's own
    date, else of the file's last change, so that every document has one; `date` is the document's own alone. ``depth`` is a
    number from 0 to 3, by its integer part. ``concept`` holds the front matter's concepts and the targets of links to other notes.
    """
    metadata = document.metadata
    date = _date_of(metadata)
    facets: dict[str, tuple[str, ...]] = dict(_others(metadata))
    facets.update(place_facets(root, stamp))
    facets["type"] = (document.type.lower(),) if document.type else ()
    facets["language"] = (document.language,) if document.language else ()
    facets["year"] = (date[:4] or str(datetime.fromtimestamp(max(stamp.mtime_ns, 0) / 1e9, tz=UTC).year),)
    facets["author"] = _unique(_people(_first(metadata, AUTHOR_KEYS)))
    facets["tag"] = _unique(tag.lstrip("#") for tag in (*document.tags, *_listed(metadata, TAG_KEYS)))
    facets["concept"] = _unique((*map(concept_name, _listed(metadata, CONCEPT_KEYS)), *map(concept_name, filter(_is_note, document.links))))
    facets["depth"] = _depth(metadata.get("depth"))
    for key in ("genre", "relevance", "status"):
        facets[key] = _unique(_texts(metadata.get(key)))
    quarantined = is_quarantined(metadata, stamp.relative, quarantine)
    return Placed({key: values for key, values in facets.items() if values}, date, quarantined)


def place_facets(root: Root, stamp: FileStamp) -> dict[str, tuple[str, ...]]:
    """Those facets that follow a file when it is moved: ``folder`` (empty in the root itself) and ``root``."""
    parts = [_shown(part) for part in stamp.relative.split("/")[:-1]]
    return {"folder": tuple("/".join(parts[: i + 1]) for i in range(len(parts))), "root": (_shown(root.name),)}


def is_quarantined(metadata: Mapping[str, Value], relative: str, quarantine: str = QUARANTINE) -> bool:
    """The one predicate for answers and counts: ``triage: quarantined``, or a folder called *quarantine* above the file."""
    triage = metadata.get("triage")
    set_aside = isinstance(triage, str) and triage.strip().casefold() == "quarantined"
    folders = [part.casefold() for part in relative.split("/")[:-1]]
    return set_aside or bool(quarantine and quarantine.casefold() in folders)


def concept_name(target: str) -> str:
    """A concept as it is counted: the target of a link or a plain name, without brackets, heading, label or ``.md``."""
    link = _WIKILINK.fullmatch(target.strip())
    name = link.group(1) if link else target
    name = _UPWARDS.sub("", unquote(name.partition("#")[0].partition("|")[0]).strip())
    return name[:-3] if name.lower().endswith(".md") else name


def _is_note(link: str) -> bool:
    """Whether a link leads to another note of the library, and not to the network, an attachment or a place in the same note."""
    target = concept_name(link)
    ending = target.rpartition("/")[2].rpartition(".")
    attachment = bool(ending[0]) and ending[2].isalnum() and 2 <= len(ending[2]) <= 4 and not ending[2].isdigit()
    return bool(target) and "://" not in target and not target.lower().startswith(("mailto:", "data:", "tel:")) and not attachment


def _others(metadata: Mapping[str, Value]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Every other key that groups documents, as it stands."""
    taken = 0
    for key, value in metadata.items():
        values = _unique(_texts(value))
        if key not in NOT_COUNTED and _KEY.fullmatch(key) and values and taken < MAX_KEYS:
            taken += 1
            yield key, values


def _texts(value: Value) -> list[str]:
    """The plain values in *value*, each as a person writes it."""
    if value is None or value == "":
        return []
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, float):
        return [f"{value:g}"]
    return [str(value)]


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    """Each value once, trimmed, in order, links by what they show; nothing empty, nothing as long as prose."""
    trimmed = (" ".join(text.split()) for value in values for text in _unlinked(_shown(value)))
    kept = dict.fromkeys(value for value in trimmed if value and len(value) <= MAX_LENGTH)
    return tuple(list(kept)[:MAX_VALUES])


def _unlinked(text: str) -> list[str]:
    """Of a value that is nothing but links to notes: each one's label, or the note's name."""
    if not _ONLY_LINKS.fullmatch(text.strip()):
        return [text]
    return [label or target for target, label in _LINK.findall(text)]


def _shown(text: str) -> str:
    """NFC, with bytes that are no Unicode shown as replacement characters: facets are for reading."""
    return normalize("NFC", text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def _first(metadata: Mapping[str, Value], keys: Sequence[str]) -> Value:
    """The value of the first key that has one."""
    return next((metadata[key] for key in keys if metadata.get(key) not in (None, "", [])), None)


def _listed(metadata: Mapping[str, Value], keys: Sequence[str]) -> list[str]:
    """Values of all *keys*; a single text may hold several, set apart by commas or semicolons."""
    found: list[str] = []
    for key in keys:
        value = metadata.get(key)
        found += re.split(r"\s*[,;]\s*", value) if isinstance(value, str) else _texts(value)
    return found


def _people(value: Value) -> list[str]:
    """Names of persons; addresses in angle brackets are taken off."""
    names = [name for text in _texts(value) for name in re.split(r"\s*;\s*|\s+and\s+|\s*&\s*", text)]
    return [match.group(1).strip("\"' ") if (match := _ADDRESS.match(name)) else name for name in names]


def _depth(value: Value) -> tuple[str, ...]:
    """The integer part of a depth, clamped to the scale; nothing if it is no number."""
    if isinstance(value, bool):
        return ()
    try:
        number = float(value)  # type: ignore[arg-type]
        return (str(min(max(floor(number), DEPTHS[0]), DEPTHS[1])),)
    except (TypeError, ValueError, OverflowError):
        return ()


def _date_of(metadata: Mapping[str, Value]) -> str:
    """The document's own date as ISO 8601, as exact as it is stated: "2024", "2024-05" or "2024-05-17"."""
    for key in DATE_KEYS:
        for text in _texts(metadata.get(key)):
            date = read_date(text)
            if date:
                return date
    return ""


def read_date(text: str) -> str:
    """ISO date at the start of *text*, that of a mail header, or a year somewhere in it; else "".

    A date that the calendar does not have keeps the part that it has.
    """
    text = text.strip()
    match = _COMPACT.match(text) or _DATE.match(text)
    if match:
        numbers = [int(part) for part in match.groups() if part]
        for known in range(len(numbers), 0, -1):
            if _is_date(*numbers[:known]):
                return "-".join([f"{numbers[0]:04}", *(f"{number:02}" for number in numbers[1:known])])
    mailed = parsedate(text)
    if mailed and _is_date(*mailed[:3]):
        return "{:04}-{:02}-{:02}".format(*mailed[:3])
    year = _YEAR.search(text)
    return year.group() if year else ""


def _is_date(year: int, month: int = 1, day: int = 1) -> bool:
    try:
        datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return False
    return 1000 <= year < 2200
