"""What the user decides, as frozen values. Rooms below get plain values of them, never the whole."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import platformdirs

from pincite.domain.documents import Root
from pincite.domain.errors import SettingsError
from pincite.domain.parsing import Parsing, RecordParsing
from pincite.domain.paths import lies_in

LIBRARY_VARIABLE = "PINCITE_LIBRARY"
"""Environment variable that names the library folder."""


@dataclass(frozen=True, slots=True)
class Reading(RecordParsing):
    """What is read and what is left out, and how."""

    include: tuple[str, ...] = ()
    """Globs; when there are any, only matching files are read."""
    exclude: tuple[str, ...] = ()
    """Globs of files and folders to leave out."""
    gitignore: bool = True
    """Whether .gitignore files inside the folders are obeyed."""
    also_read: tuple[str, ...] = ()
    """Lists of what is left out that are read after all: hidden, secrets, caches, dependencies, version-control, generated, temporary, trash."""
    cloud: bool = False
    """Whether files that are only in the cloud are fetched and read."""
    max_file_mb: int = 200
    """Files above this many megabytes are listed, not read."""
    deadline_s: float = 60.0
    """Seconds that one file may take, without those in which other programs had the processor."""
    memory_mb: int = 1500
    """Megabytes of memory that reading one file may take."""
    quarantine: str = "quarantine"
    """Name of the folder whose documents are kept out of the answers."""
    ocr: bool = False
    """Whether scans are read with tesseract, if it is installed."""
    ocr_languages: tuple[str, ...] = ("eng",)
    """tesseract's names of the languages in the scans."""


@dataclass(frozen=True, slots=True)
class Passages:
    """How documents are cut into passages."""

    size: int = 400
    """Tokens in a passage at most (four ASCII bytes or one other character each)."""
    overlap: int = 0
    """Tokens that neighbouring passages share; at most a quarter of the size, 0 for the default."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning channel."""

    encoder: str = "embedded"
    """"embedded", "endpoint" or "none"."""
    endpoint: str = ""
    """Address of an OpenAI-compatible /v1/embeddings service; used only with encoder = "endpoint"."""
    model: str = ""
    """The model's name at the endpoint."""
    key_variable: str = ""
    """Environment variable that holds the service's key; empty means that it needs none."""
    dim: int = 0
    """Dimensions to keep of the endpoint's vectors; 0 means all."""
    window: int = 512
    """Tokens that the endpoint's model reads of a text; longer texts are cut before they are sent."""


@dataclass(frozen=True, slots=True)
class Judging:
    """A language model that may judge answers, where a question asks for it."""

    endpoint: str = ""
    """Address of an OpenAI-compatible /v1/chat/completions service; empty means that none is asked."""
    model: str = ""
    """The model's name at the endpoint."""
    key_variable: str = ""
    """Environment variable that holds the service's key; empty means that it needs none."""
    task: str = "judge"
    """"judge" decides what answers, "rerank" orders the best 20, "both" does both."""
    time_s: float = 20.0
    """Seconds that one question may take."""
    tokens: int = 40_000
    """Tokens that one question may cost, estimated before it is asked."""
    context: bool = False
    """Whether the model writes for each passage where it stands, while files are read; it is shown whole documents then."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the window looks."""

    theme: str = "system"
    """"system", "light" or "dark"."""
    contrast: str = "system"
    """"system", "normal" or "high": lines and marks in plain ink."""
    text_scale: float = 1.0
    """Size of all text; 1 is the system's."""
    single_keys: bool = True
    """Whether single letters work as shortcuts in lists."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All decisions for one library. `library` is its folder."""

    library: Path
    name: str = "Library"
    roots: tuple[Root, ...] = ()
    reading: Reading = field(default_factory=Reading)
    parsing: tuple[Parsing, ...] = ()
    """Folders whose CSV and JSON files are read otherwise."""
    passages: Passages = field(default_factory=Passages)
    meaning: Meaning = field(default_factory=Meaning)
    judge: Judging = field(default_factory=Judging)
    appearance: Appearance = field(default_factory=Appearance)
    workers: int = 2
    """Child processes that read files at the same time."""
    notices: tuple[str, ...] = ()
    """What had to be said while these settings were read; not stored."""


def default_library() -> Path:
    """The library folder when none is named: `PINCITE_LIBRARY`, else the platform's data folder."""
    named = os.environ.get(LIBRARY_VARIABLE)
    return Path(os.path.abspath(named)) if named else libraries_folder() / "default"  # noqa: PTH100  # keeps links as typed


def libraries_folder() -> Path:
    """Where libraries stand side by side: the platform's data folder for Pincite."""
    return Path(platformdirs.user_data_dir("pincite", appauthor=False))


def with_folders(settings: Settings, folders: tuple[str, ...]) -> Settings:
    """The same settings with these folders among the roots, so that no file lies in two: a folder inside a root adds nothing,
    and one that holds roots takes their place. Raises `SettingsError` for the library's own folder, which holds no documents.
    """
    roots = list(settings.roots)
    for folder in folders:
        path = os.path.abspath(folder)  # noqa: PTH100  # keeps the spelling; resolve() would follow links
        if path == str(settings.library):
            raise SettingsError(f"{path} is the folder of the library itself; please keep the index in a folder of its own.")
        if any(lies_in(path, root.path) for root in roots):
            continue
        roots = [root for root in roots if not lies_in(root.path, path)]
        roots.append(Root(uuid.uuid4().hex[:12], path, _free_name(Path(path).name or path, roots)))
    return replace(settings, roots=tuple(roots))


def moved(settings: Settings, old: str, new: str) -> Settings:
    """The same settings with the folder *old* (its path or its name) at *new*: what is known of its files stays known.

    Raises `SettingsError` if there is no such folder in the library, or if the new one overlaps with another of its folders.
    """
    path = os.path.abspath(new)  # noqa: PTH100  # keeps the spelling; resolve() would follow links
    here = os.path.abspath(old)  # noqa: PTH100  # as above
    root = next((root for root in settings.roots if root.path == here), None) or next((root for root in settings.roots if root.name == old), None)
    if root is None:
        known = ", ".join(root.path for root in settings.roots) or "none"
        raise SettingsError(f"{old} is not a folder of this library; its folders: {known}.")
    for other in settings.roots:
        if other is not root and (lies_in(path, other.path) or lies_in(other.path, path)):
            raise SettingsError(f"{path} cannot take the place of {root.path}: it overlaps with {other.path}, another folder of this library.")
    below = [replace(one, folder=path + one.folder[len(root.path) :]) if lies_in(one.folder, root.path) else one for one in settings.parsing]
    return replace(settings, roots=tuple(replace(one, path=path) if one is root else one for one in settings.roots), parsing=tuple(below))


def in_root(folder: str, roots: Sequence[Root]) -> tuple[str, str]:
    """(id of the root it lies in, the rest of its path), which stay when the root is moved; ("", itself) outside of all."""
    return next(((root.id, folder[len(root.path) :]) for root in roots if lies_in(folder, root.path)), ("", folder))


def _free_name(name: str, roots: list[Root]) -> str:
    taken = {root.name for root in roots}
    candidate, n = name, 2
    while candidate in taken:
        candidate, n = f"{name} ({n})", n + 1
    return candidate
