"""Run files in the format of TREC: ``question Q0 document rank score tag``, one result a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pincite.domain.errors import SettingsError, StorageError


def write_run(path: Path, rankings: Mapping[str, Sequence[str]], tag: str = "pincite") -> None:
    """Write *rankings*; the score only counts down, since the order has no number of its own. Raises `StorageError`.

    Blanks in an id would make another column and are written as "%20".
    """
    lines = [
        f"{_one_word(question)} Q0 {_one_word(document)} {rank} {len(ranking) - rank + 1} {tag}"
        for question, ranking in rankings.items()
        for rank, document in enumerate(ranking, 1)
    ]
    try:
        path.write_text("".join(line + "\n" for line in lines), "utf-8")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.") from error


def read_run(path: Path) -> dict[str, list[str]]:
    """The rankings of a run file, by score as TREC's own tool reads them. Raises `SettingsError`."""
    scored: dict[str, list[tuple[float, str]]] = {}
    try:
        for line in path.read_text("utf-8").splitlines():
            question, _, document, _, score, _ = line.split()
            scored.setdefault(question.replace("%20", " "), []).append((float(score), document.replace("%20", " ")))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} is no run file.") from error
    return {question: [document for _, document in sorted(rows, key=lambda row: -row[0])] for question, rows in scored.items()}


def _one_word(name: str) -> str:
    return name.replace(" ", "%20").replace("\t", "%20")
