"""Judged collections on disk: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv`` in one folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pincite.domain.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a collection."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, questions, and which documents answer which question how well.

    `judgements` maps a question's id to the grade of each document that is relevant (grade above 0, higher is better).
    """

    name: str
    documents: tuple[Item, ...]
    questions: Mapping[str, str]
    judgements: Mapping[str, Mapping[str, int]]

    @property
    def judged(self) -> Sequence[str]:
        """Ids of the questions that have a relevant document, in the collection's order."""
        return [question for question in self.questions if self.judgements.get(question)]


def load_collection(folder: Path, questions: Path | None = None) -> Collection:
    """The collection in *folder*; *questions* takes those of another folder, for asking across languages.

    ``corpus.jsonl`` has ``{"id", "title", "text"}`` a line, ``queries.jsonl`` ``{"id", "text"}``, ``qrels.tsv`` a heading and
    ``query-id<TAB>corpus-id<TAB>grade``. Raises `SettingsError` that names the file and line at fault.
    """
    documents = tuple(Item(str(row["id"]), str(row.get("title") or ""), row["text"]) for row in _rows(folder / "corpus.jsonl"))
    asked = {str(row["id"]): row["text"] for row in _rows((questions or folder) / "queries.jsonl")}
    name = folder.name if questions is None else f"{questions.name} over {folder.name}"
    return Collection(name, documents, asked, _judgements(folder / "qrels.tsv"))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(_lines(path), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise SettingsError(f"{path}, line {number}: this is not JSON.") from error
            if not isinstance(row, dict) or "id" not in row or not isinstance(row.get("text"), str):
                raise SettingsError(f"{path}, line {number}: an object with an id and a text is expected.")
            yield cast("dict[str, Any]", row)


def _judgements(path: Path) -> dict[str, dict[str, int]]:
    judgements: dict[str, dict[str, int]] = {}
    for number, line in enumerate(_lines(path), 1):
        if number == 1 or not line.strip():
            continue
        try:
            question, document, grade = line.rstrip("\r\n").split("\t")
            if int(grade) > 0:
                judgements.setdefault(question, {})[document] = int(grade)
        except ValueError as error:
            raise SettingsError(f"{path}, line {number}: three columns are expected, the third a whole number.") from error
    return judgements


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").split("\n")
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not text in UTF-8.") from error
