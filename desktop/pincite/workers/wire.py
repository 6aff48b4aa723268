"""Index events as JSON lines, and back: what the indexer's process says to the window, and to whoever reads ``--watch --json``.

One object a line, ASCII only, with its name under "event". A name that is no Unicode crosses as lone surrogates and comes out the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, cast

from pincite.domain.documents import FileStamp, Reason, Skipped
from pincite.domain.events import Committed, Embedding, Failed, IndexEvent, LeftOut, Notice, Reading, Scanning, Synced

NAMES: Mapping[type[IndexEvent], str] = {
    Scanning: "scanning",
    Reading: "reading",
    Committed: "committed",
    Embedding: "embedding",
    LeftOut: "left_out",
    Synced: "synced",
    Notice: "notice",
    Failed: "failed",
}
_TYPES = {name: kind for kind, name in NAMES.items()}


def to_object(event: IndexEvent) -> dict[str, object]:
    """The event as plain JSON values, its name first."""
    named: dict[str, object] = {"event": NAMES[type(event)]}
    if isinstance(event, LeftOut):
        return named | {"path": event.path} | _skipped_object(event.skipped)
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Synced):
        values["skipped"] = [{"path": path, "reason": reason, "detail": detail} for path, reason, detail in event.skipped]
    return named | {name: list(value) if isinstance(value, tuple) else value for name, value in values.items() if value is not None}


def to_line(event: IndexEvent) -> str:
    """The event as one line, without its end."""
    return json.dumps(to_object(event), ensure_ascii=True, separators=(",", ":"))


def from_line(line: str) -> IndexEvent | None:
    """The event in a line; None if it is none that this version knows."""
    try:
        value: Any = json.loads(line)
        return _READERS[value["event"]](value)
    except (ValueError, KeyError, TypeError):
        return None


def _skipped_object(skipped: Skipped) -> dict[str, object]:
    stamp = skipped.stamp
    return {
        "reason": skipped.reason.code,
        "detail": skipped.detail,
        "root": stamp.root,
        "relative": stamp.relative,
        "size": stamp.size,
        "mtime_ns": stamp.mtime_ns,
        "inode": stamp.inode,
    }


def _left_out(value: dict[str, Any]) -> LeftOut:
    stamp = FileStamp(value["root"], value["relative"], value["size"], value["mtime_ns"], value["inode"])
    return LeftOut(value["path"], Skipped(stamp, Reason.of(value["reason"]), value["detail"]))


def _synced(value: dict[str, Any]) -> Synced:
    skipped = tuple((one["path"], one["reason"], one["detail"]) for one in value["skipped"])
    lists = {name: tuple(value[name]) for name in ("added", "updated", "deleted", "unavailable")}
    numbers = {name: value[name] for name in ("unchanged", "documents", "passages", "elapsed_s")}
    return Synced(skipped=skipped, **lists, **numbers)


def _plain(name: str) -> Callable[[dict[str, Any]], IndexEvent]:
    kind = cast("Any", _TYPES[name])
    known = [field.name for field in fields(kind)]
    return lambda value: kind(**{key: value[key] for key in known if key in value})


_READERS: dict[str, Callable[[dict[str, Any]], IndexEvent]] = {name: _plain(name) for name in _TYPES} | {
    "left_out": _left_out,
    "synced": _synced,
}
