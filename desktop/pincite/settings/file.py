"""Reads and writes `settings.toml` in the library folder, and checks it once.

An unknown key is an error that names it and its line, so that a slip of the pen never silently does nothing.
"""

from __future__ import annotations

import dataclasses
import math
import os
import re
import tempfile
import tomllib
import uuid
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import cast

import tomli_w

from pincite.domain.addresses import is_web_address
from pincite.domain.documents import Root
from pincite.domain.errors import SettingsError, StorageError
from pincite.domain.parsing import Parsing
from pincite.domain.paths import lies_in
from pincite.settings.values import Appearance, Judging, Meaning, Passages, Reading, Settings

FILE_NAME = "settings.toml"
_TABLES = {"reading": Reading, "passages": Passages, "meaning": Meaning, "judge": Judging, "appearance": Appearance}
_CHOICES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("meaning", "encoder"): ("embedded", "endpoint", "none"),
    ("judge", "task"): ("judge", "rerank", "both"),
    ("appearance", "theme"): ("system", "light", "dark"),
    ("appearance", "contrast"): ("system", "normal", "high"),
}
"""What a text may be, where it is not free."""
_LISTS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("reading", "also_read"): ("hidden", "secrets", "caches", "dependencies", "version-control", "generated", "temporary", "trash"),
}
"""What a list may hold, where it is not free."""
_ADDRESSES = {("meaning", "endpoint"), ("judge", "endpoint")}
"""Texts that name a service, or nothing."""
_RANGES: dict[tuple[str, ...], tuple[float, float]] = {
    ("workers",): (1, 64),
    ("reading", "max_file_mb"): (1, math.inf),
    ("reading", "deadline_s"): (1, math.inf),
    ("reading", "memory_mb"): (256, math.inf),
    ("passages", "size"): (32, 8_000),
    ("appearance", "text_scale"): (0.8, 2),
}
"""The least and the most that can be obeyed: a file cannot be read in less memory, nor a passage hold less than a sentence."""


def load(library: Path) -> Settings:
    """Settings of the library in this folder; defaults where there is no file.

    Raises `SettingsError` for a key or value that cannot be obeyed. A file that is no TOML at all (a torn write, a damaged
    disk) is set aside under another name and said in `notices`; nothing of it is lost.
    """
    path = library / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(library)
    except NotADirectoryError as error:
        raise SettingsError(f"{library} is a file; a library is a folder of its own.") from error
    except UnicodeDecodeError:
        return _set_aside(path, "it is not text")
    except OSError as error:
        raise SettingsError(f"The settings in {path} cannot be read: {error.strerror}.") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _set_aside(path, str(error))
    return _settings(library, data, text)


def _set_aside(path: Path, why: str) -> Settings:
    aside, number = path.with_suffix(".damaged.toml"), 2
    while aside.exists():  # what was set aside before is somebody's, too
        aside, number = path.with_suffix(f".damaged-{number}.toml"), number + 1
    try:
        path.rename(aside)
    except OSError as error:
        raise SettingsError(f"The settings in {path} are damaged ({why}) and cannot be moved aside: {error.strerror}.") from error
    notice = f"The settings in {path} could not be read ({why}); they were set aside as {aside.name}, and the defaults hold."
    return Settings(path.parent, notices=(notice,))


def _settings(library: Path, data: Mapping[str, object], text: str) -> Settings:
    known = {"name", "workers", "roots", "parsing", *_TABLES}
    for key in data:
        if key not in known:
            raise SettingsError(_unknown(library, key, text, known))
    result = Settings(library)
    if "name" in data:
        result = replace(result, name=cast("str", _checked(library, ("name",), data["name"], result.name, text)))
    if "workers" in data:
        result = replace(result, workers=cast("int", _checked(library, ("workers",), data["workers"], result.workers, text)))
    tables = {name: _table(library, name, kind, data[name], text) for name, kind in _TABLES.items() if name in data}
    roots, parsing = _roots(library, data.get("roots", []), text), _parsing(library, data.get("parsing", []), text)
    return replace(result, roots=roots, parsing=parsing, **cast("dict[str, Reading]", tables))


def _roots(library: Path, value: object, text: str) -> tuple[Root, ...]:
    where = f"{library / FILE_NAME}, line {_line(text, 'roots')}"
    if not isinstance(value, list):
        raise SettingsError(f"{where}: roots must be tables, written [[roots]].")
    roots: list[Root] = []
    for item in cast("list[object]", value):
        entry = cast("dict[str, object]", item) if isinstance(item, dict) else {}
        if set(entry) - {"id", "path", "name"} or "path" not in entry or not all(isinstance(one, str) for one in entry.values()):
            raise SettingsError(f"{where}: a root has a path, and may have an id and a name, all of them texts.")
        if not entry["path"]:
            raise SettingsError(f"{where}: the path of a root is empty.")
        path = os.path.normpath(library / _decoded(str(entry["path"])))
        name = str(entry.get("name") or Path(path).name or path)
        roots.append(Root(str(entry.get("id") or uuid.uuid5(uuid.NAMESPACE_URL, path).hex[:12]), path, name))
    if len({root.id for root in roots}) < len(roots) or len({root.path for root in roots}) < len(roots):
        raise SettingsError(f"{where}: two roots have the same path, or the same id.")
    return tuple(roots)


def _parsing(library: Path, value: object, text: str) -> tuple[Parsing, ...]:
    where = f"{library / FILE_NAME}, line {_line(text, 'parsing')}"
    if not isinstance(value, list):
        raise SettingsError(f"{where}: parsing must be tables, written [[parsing]].")
    found: list[Parsing] = []
    for item in cast("list[object]", value):
        if not isinstance(item, dict):
            raise SettingsError(f"{where}: parsing must be tables, written [[parsing]].")
        one = cast("Parsing", _table(library, "parsing", Parsing, item, text))
        if not one.folder:
            raise SettingsError(f"{where}: parsing must name its folder.")
        found.append(replace(one, folder=os.path.normpath(library / _decoded(one.folder))))
    return tuple(found)


def _table(library: Path, name: str, kind: type, value: object, text: str) -> object:
    if not isinstance(value, dict):
        raise SettingsError(f"{library / FILE_NAME}, line {_line(text, name)}: {name} must be a table, written [{name}].")
    defaults = kind()
    known = {f.name for f in fields(kind)}
    given: dict[str, object] = {}
    for key, item in cast("dict[str, object]", value).items():
        if key not in known:
            raise SettingsError(_unknown(library, key, text, known))
        given[key] = _checked(library, (name, key), item, getattr(defaults, key), text)
    return kind(**given)


def _checked(library: Path, key: tuple[str, ...], value: object, default: object, text: str) -> object:
    """*value*, of the type of *default*, for the setting under *key* (its table, if it has one, and its name). Raises `SettingsError`."""
    where = f"{library / FILE_NAME}, line {_line(text, key[-1])}: {'.'.join(key)}"
    if isinstance(default, tuple):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
            raise SettingsError(f"{where} must be a list of texts.")
        for item in cast("list[str]", value):
            if item not in _LISTS.get(key, (item,)):
                raise SettingsError(f"{where} may hold {', '.join(_LISTS[key])}, not {item!r}.")
        return tuple(cast("list[str]", value))
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(default):
        raise SettingsError(f"{where} must be {_said(default)}, not {value!r}.")
    if key in _CHOICES and value not in _CHOICES[key]:
        raise SettingsError(f"{where} must be one of {', '.join(_CHOICES[key])}, not {value!r}.")
    if key in _ADDRESSES and value and not is_web_address(str(value)):
        raise SettingsError(f"{where} must be an address that begins with http:// or https:// and names a host, not {value!r}.")
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = _RANGES.get(key, (0, math.inf))
        if not least <= value <= most:
            raise SettingsError(f"{where} must be {_between(least, most)}, not {value!r}.")
    return value


def _between(least: float, most: float) -> str:
    if math.isinf(most):
        return "a number that is not negative" if least == 0 else f"at least {least:g}"
    return f"from {least:,g} to {most:,g}"


def _said(default: object) -> str:
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, int):
        return "a whole number"
    return "a number" if isinstance(default, float) else "a text"


def _unknown(library: Path, key: str, text: str, known: set[str]) -> str:
    return f"{library / FILE_NAME}, line {_line(text, key)}: there is no setting {key!r}; there are {', '.join(sorted(known))}."


def _line(text: str, key: str) -> int:
    found = re.search(rf"^\s*\[*\s*[\"']?{re.escape(key)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start() + len(found[0])) + 1 if found else 1


def save(settings: Settings) -> None:
    """Write what differs from the defaults, whole or not at all. Raises `StorageError`."""
    data: dict[str, object] = {"name": settings.name, "workers": settings.workers}
    data["roots"] = [
        {"id": root.id, "path": _encoded(_portable(root.path, settings.library)), "name": _encoded(root.name)} for root in settings.roots
    ]
    parsing = [_changed(replace(one, folder=_encoded(_portable(one.folder, settings.library))), Parsing()) for one in settings.parsing]
    if parsing:
        data["parsing"] = parsing
    for name, kind in _TABLES.items():
        table = _changed(getattr(settings, name), kind())
        if table:
            data[name] = table
    _write(settings.library, tomli_w.dumps(data))


def _changed(value: object, default: object) -> dict[str, object]:
    table: dict[str, object] = {}
    for item in dataclasses.fields(cast("Reading", value)):
        now = getattr(value, item.name)
        if now != getattr(default, item.name):
            table[item.name] = list(cast("tuple[str, ...]", now)) if isinstance(now, tuple) else now
    return table


def _portable(path: str, library: Path) -> str:
    """A root inside the library folder's parent is kept relative, so that both can be moved together."""
    return os.path.relpath(path, library) if lies_in(path, str(library.parent)) else path


def _encoded(text: str) -> str:
    """TOML holds Unicode only: a byte of a path that is no UTF-8 is written as a private-use character."""
    return "".join(chr(0xF0000 + ord(c)) if "\udc80" <= c <= "\udcff" else c for c in text)


def _decoded(text: str) -> str:
    return "".join(chr(ord(c) - 0xF0000) if "\U000fdc80" <= c <= "\U000fdcff" else c for c in text)


def _write(library: Path, text: str) -> None:
    try:
        library.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=library, prefix=".settings-", delete=False) as file:
            beside = Path(file.name)
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
                beside.replace(library / FILE_NAME)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise StorageError(f"The settings cannot be written to {library}: {error.strerror}.") from error
