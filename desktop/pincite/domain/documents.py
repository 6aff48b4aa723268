"""What a file becomes on its way into the index.

A `FileStamp` says that a file is there, an extractor makes one or more `Document`s of it, a splitter cuts each
into `Chunk`s, and the index keeps a `Source`: the stamp with its documents, replaced as a whole.

Paths are strings as `os.fsdecode` gives them (undecodable bytes as lone surrogates); text is NFC.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

Value: TypeAlias = "str | int | float | bool | list[Value] | None"
"""A front-matter or metadata value: what JSON has, but for objects, which are flattened to dotted keys ("author.name")."""


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of a library. `id` stays when the folder moves, so that documents keep their identity."""

    id: str
    path: str
    name: str


FileKey: TypeAlias = tuple[str, str]
"""Identity of a file in its library: (root id, relative path)."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells that a file has not changed, without opening it.

    `relative` is the path below the root, with "/" between parts on every system; `size` is in bytes,
    `mtime_ns` in nanoseconds since 1970; `inode` is 0 where the file system has none.
    """

    root: str
    relative: str
    size: int
    mtime_ns: int
    inode: int = 0

    @property
    def key(self) -> FileKey:
        """What tells the file from all others of its library."""
        return (self.root, self.relative)


class Reason(Enum):
    """Why a file's text is not, or not wholly, in the index: a closed set. Each has a code, a sentence, and what a person can do about it."""

    NO_PERMISSION = ("no-permission", "You have no permission to read it.", "Give yourself permission to read it.")
    PASSWORD = ("password", "It is protected by a password.", "Save a copy without the password.")
    DAMAGED = ("damaged", "It is damaged or not what its name says.", "Open it in its own program and save it again.")
    TOO_SLOW = ("took-too-long", "Reading it took too long.", "It is tried again when it changes.")
    TOO_LARGE = ("too-large", "It is larger than the limit.", "Raise the limit in the settings, or split it.")
    ENCODING = ("unknown-encoding", "Its text encoding could not be found out.", "Save it as UTF-8.")
    NO_TEXT = ("no-text", "It holds no text, like a scan or an empty page.", "If it is a scan, turn on text recognition in the settings.")
    EMPTY = ("empty", "It is empty.", "Nothing to do.")
    HELPER_MISSING = ("helper-missing", "The program that reads this kind of file is not installed.", "Install the program that is named.")
    CLOUD_ONLY = ("cloud-only", "It is in the cloud and not on this disk.", "Make it available offline.")
    CUT = ("cut", "Only its first part was read.", "Raise the limit in the settings to read all of it.")
    EXCLUDED = ("excluded", "A rule of yours leaves it out.", "Change the rule in the settings if you want it.")
    UNSUPPORTED = ("unsupported", "There is no reader for this kind of file.", "Save it as PDF or text.")
    VANISHED = ("vanished", "It went away while it was read.", "Nothing to do.")
    OUTSIDE = ("outside", "It is a link that leads out of the folder.", "Add the folder it points to.")

    def __init__(self, code: str, sentence: str, advice: str) -> None:
        self.code = code
        self.sentence = sentence
        self.advice = advice

    @classmethod
    def of(cls, code: str) -> Reason:
        """The reason with this code; raises `ValueError` if there is none."""
        for reason in cls:
            if reason.code == code:
                return reason
        raise ValueError(f"no reason is called {code!r}")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not in the index, and why. Remembered until its stamp or the `version` of the readers that gave up changes.

    A folder that cannot be looked into is one entry too; its relative path ends in "/". `version` is "" where no reader was asked.
    """

    stamp: FileStamp
    reason: Reason
    detail: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a stretch of text stands. Only what the format has is set; nothing is invented.

    `page` and `slide` count from 1 and are physical; `page_label` is what the page prints ("xii"). `line` counts from 1
    as an editor does. `cell` is like "Sheet2!A41" or "Sheet2!A41:F60". `part` names anything else that a format has:
    a notebook cell ("cell 3"), a JSON path, a mail part, an archive member's inner place. `symbol` is the function or
    class of code; `time_ms` the start of a subtitle cue; `row` the CSV row, as its id column or its number.
    """

    page: int | None = None
    page_label: str | None = None
    line: int | None = None
    line_end: int | None = None
    heading_path: tuple[str, ...] = ()
    anchor: str | None = None
    cell: str | None = None
    slide: int | None = None
    part: str | None = None
    symbol: str | None = None
    time_ms: int | None = None
    row: str | None = None

    @property
    def heading(self) -> str | None:
        """The innermost heading."""
        return self.heading_path[-1] if self.heading_path else None


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch ``text[start:end]`` that no passage may cross: one page, one heading's own text, one slide, one sheet.

    Offsets count characters of `Document.text`. Its `location` holds for the whole stretch, but for `line` and `line_end`,
    which a splitter finds anew for each chunk from `Document.lines`.
    """

    start: int
    end: int
    location: Location = field(default_factory=Location)

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a section cannot span {self.start}..{self.end}")


@dataclass(frozen=True, slots=True)
class LineMap:
    """The source file's line of each character of a document's text.

    From character ``offsets[i]`` on, up to ``offsets[i + 1]``, the line is ``lines[i]``. Offsets rise strictly.
    """

    offsets: tuple[int, ...]
    lines: tuple[int, ...]

    def line_at(self, offset: int) -> int | None:
        """Line of the character at *offset*, from 1; None before the first mapped character."""
        i = bisect_right(self.offsets, offset) - 1
        return self.lines[i] if i >= 0 else None


@dataclass(frozen=True, slots=True)
class Page:
    """One physical page: ``text[start:end]``, counted from 1, with the label it prints if that is known."""

    number: int
    start: int
    end: int
    label: str | None = None


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading or bookmark. `level` counts from 1."""

    level: int
    text: str
    line: int | None = None
    page: int | None = None
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """What an extractor makes of a file, or of one member of a container.

    `member` is "" for the file itself, else the name inside the container ("inner/report.md", "message 3"). `type` is the
    facet value: the extension in small letters for what a person would call a kind of file ("md", "pdf", "html").
    `sections` lie in reading order, do not overlap, and hold all of the text that is to be searched. `metadata` holds
    front matter and what the format knows (author, date, subject, ...), keys in small letters. `notices` are sentences
    about what was guessed or cut. `cut` tells that only the first part was read.
    """

    type: str
    text: str
    sections: tuple[Section, ...]
    title: str = ""
    member: str = ""
    language: str = ""
    encoding: str = ""
    lines: LineMap | None = None
    pages: tuple[Page, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    metadata: Mapping[str, Value] = field(default_factory=dict[str, Value])
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage: the unit that is indexed, found and cited.

    `start` and `end` count characters of the document's text; `offset` and `length` count bytes of that text in UTF-8.
    `context` is searched with the passage but never shown inside it (the heading path joined by " > ").
    """

    id: str
    index: int
    start: int
    end: int
    offset: int
    length: int
    text: str
    location: Location
    context: str = ""


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document as the index keeps it: its chunks, and its facets for filtering and counting.

    `facets` maps a facet key to this document's values; a key that is absent counts as "(none)".
    `date` is ISO 8601 (a year alone is allowed), "" if unknown.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    facets: Mapping[str, tuple[str, ...]]
    date: str = ""
    quarantined: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A file with all that was made of it; put into the index and replaced as a whole.

    `content_sha` is the SHA-256 of its bytes, in hexadecimal; `version` changes with extractor, splitter or analyzer.
    """

    stamp: FileStamp
    content_sha: str
    version: str
    documents: tuple[IndexedDocument, ...]
    indexed_at: str
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class SourceState:
    """What the index remembers of a file, for planning: never its text."""

    stamp: FileStamp
    content_sha: str
    version: str
    indexed_at: str
    documents: int
    passages: int
    skipped: Skipped | None = None
