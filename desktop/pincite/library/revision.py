"""Which revision of a git work tree a file belongs to. Reads git's own files; needs no git, and invents nothing outside of one."""

from __future__ import annotations

import os
import re

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Revisions:
    """HEAD of the work tree around a folder, looked up once for each folder until `forget`."""

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}

    def forget(self) -> None:
        """Look again next time: somebody may have committed."""
        self._known.clear()

    def of(self, folder: str) -> str | None:
        """The commit that HEAD names, in hexadecimal; None outside of a work tree or before its first commit."""
        if folder not in self._known:
            above = os.path.dirname(folder)
            git = _git_folder(os.path.join(folder, ".git"))
            self._known[folder] = _head(git) if git else (self.of(above) if above != folder else None)
        return self._known[folder]


def _git_folder(path: str) -> str:
    """Where a ``.git`` keeps its HEAD: itself if it is a folder, what it names if it is a file, else ""."""
    if os.path.isdir(path):
        return path
    named = _text(path).partition("gitdir:")[2].strip()
    return os.path.normpath(os.path.join(os.path.dirname(path), named)) if named else ""


def _head(git: str) -> str | None:
    head = _text(os.path.join(git, "HEAD"))
    if _HASH.fullmatch(head):
        return head
    name = head.removeprefix("ref:").strip()
    common = os.path.normpath(os.path.join(git, _text(os.path.join(git, "commondir")) or "."))
    if not name or name.startswith("/") or ".." in name.split("/"):
        return None
    for place in (git, common):
        commit = _text(os.path.join(place, name))
        if _HASH.fullmatch(commit):
            return commit
    packed = (line.split(" ") for line in _text(os.path.join(common, "packed-refs")).splitlines())
    return next((words[0] for words in packed if len(words) == 2 and words[1] == name and _HASH.fullmatch(words[0])), None)


def _text(path: str) -> str:
    """A small file's text, trimmed; "" if there is none."""
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(1 << 22).strip()
    except OSError:
        return ""
