"""Files that need attention as a person reads them: what, why, and what to do. No Qt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.domain.documents import Reason
from pincite.domain.events import LeftOut
from pincite.ui.text import shown

_SPECIAL = re.compile(r"[\\*?\[\]{},]")
"""What a pattern takes for more than itself."""
QUIET = frozenset({Reason.EXCLUDED, Reason.UNSUPPORTED, Reason.EMPTY, Reason.VANISHED})
"""Reasons that need nobody's attention: they are listed, not counted."""

GROUPS = {
    Reason.PASSWORD: ("needs a password", "need a password"),
    Reason.NO_TEXT: ("is a scan without text", "are scans without text"),
    Reason.CUT: ("was cut short", "were cut short"),
    Reason.DAMAGED: ("is damaged", "are damaged"),
    Reason.NO_PERMISSION: ("may not be read", "may not be read"),
    Reason.TOO_LARGE: ("is too large", "are too large"),
    Reason.TOO_SLOW: ("took too long", "took too long"),
    Reason.ENCODING: ("has an unknown encoding", "have an unknown encoding"),
    Reason.HELPER_MISSING: ("needs a program that is missing", "need a program that is missing"),
    Reason.CLOUD_ONLY: ("is in the cloud only", "are in the cloud only"),
    Reason.OUTSIDE: ("is a link out of the folder", "are links out of the folder"),
}
"""How a number of files with one reason is said."""


@dataclass(frozen=True, slots=True)
class AttentionRow:
    """One file: name, folder, reason, detail, size in words, what to do; `rule` leaves it out for good, "" where that is no use."""

    path: str
    name: str
    folder: str
    reason: str
    detail: str
    size: str
    advice: str
    rule: str = ""


def rows_of(files: Iterable[LeftOut], home: str = "") -> tuple[AttentionRow, ...]:
    """The table's rows: what needs attention first, then the quiet ones, each by path."""
    chosen = sorted(files, key=lambda file: (file.skipped.reason in QUIET, file.path))
    return tuple(_row(file, home) for file in chosen)


def _row(file: LeftOut, home: str) -> AttentionRow:
    folder, _, name = file.path.rstrip("/").rpartition("/")
    folder = "~" + folder[len(home) :] if home and folder.startswith(home) else folder
    skipped = file.skipped
    return AttentionRow(file.path, shown(name), shown(folder), skipped.reason.sentence, shown(skipped.detail), size_in_words(skipped.stamp.size), skipped.reason.advice, rule_for(file))


def rule_for(file: LeftOut) -> str:
    """The pattern that fits this file alone; "" if a rule leaves it out already, part of it was read, or its name is no Unicode."""
    relative, reason = file.skipped.stamp.relative, file.skipped.reason
    if reason in (Reason.EXCLUDED, Reason.CUT) or not relative.isprintable():
        return ""
    return "/" + _SPECIAL.sub(r"\\\g<0>", relative)


def attention_count(files: Iterable[LeftOut]) -> int:
    """How many files need somebody."""
    return sum(file.skipped.reason not in QUIET for file in files)


def groups_of(files: Iterable[LeftOut]) -> tuple[str, ...]:
    """"3 need a password", the most frequent first."""
    counts = Counter(file.skipped.reason for file in files if file.skipped.reason not in QUIET)
    return tuple(f"{number:,} {GROUPS[reason][number != 1]}" for reason, number in counts.most_common())


def size_in_words(size: int) -> str:
    """"1.2 MB"."""
    if size < 1000:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 1000 or unit == "TB":
            return f"{value:.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"
    return ""


def as_text(rows: Iterable[AttentionRow], *, paths: bool = True) -> str:
    """The report as plain text; without *paths* only reasons and sizes are told."""
    return "".join(f"{row.path + chr(9) if paths else ''}{row.reason}\t{row.detail}\t{row.size}\n" for row in rows)
