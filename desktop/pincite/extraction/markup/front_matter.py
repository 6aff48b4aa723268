"""Front matter: the properties at the top of a note, in YAML or TOML, as flat metadata."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Final, cast

import yaml

from pincite.domain.documents import Value

_YAML = re.compile(r"\A---[ \t]*\n(?![ \t]*\n)(.*?)(?:^)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
"""A blank line behind the first rule makes it a thematic break, as in Pandoc."""
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_PLAIN_LINE = re.compile(r"^([^\W\d_][\w .-]*):[ \t]+(\S.*)$", re.MULTILINE)
_MAX_LENGTH: Final = 65_536
_MAX_VALUES: Final = 2_000
"""Values after which no more are taken, for a few aliases can stand for billions."""

_YAML_1_2: Final = {
    "tag:yaml.org,2002:bool": (r"(?:true|True|TRUE|false|False|FALSE)\Z", "tTfF"),
    "tag:yaml.org,2002:int": (r"[-+]?(?:0|[1-9][0-9]*)\Z", "-+0123456789"),
    "tag:yaml.org,2002:float": (r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?\Z|[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z", "-+.0123456789"),
}
"""Plain values that are no text, by tag: the pattern, and the signs with which such a value begins (core schema)."""

KNOWN: Final = frozenset(
    "title author authors date created updated modified published tags tag keywords aliases alias concepts genre relevance depth status"
    " triage summary description lang language id type category categories source".split()
)
"""Keys that Pincite or its readers know; these are written in small letters, others stay as the file has them."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Properties, where the note's own text begins (characters), and sentences about what could not be read.

    `body` is where its Markdown begins: later than its text where malformed front matter is part of that.
    """

    metadata: Mapping[str, Value] = field(default_factory=dict[str, Value])
    end: int = 0
    body: int = 0
    notices: tuple[str, ...] = ()


def front_matter(text: str) -> FrontMatter:
    r"""What stands at the top of *text* (lines ended by ``\n``). Malformed front matter stays part of the text, with a notice."""
    if text.startswith("---") and (found := _YAML.match(text)):
        return _parsed(found, "YAML")
    if text.startswith("+++") and (found := _TOML.match(text)):
        return _parsed(found, "TOML")
    return FrontMatter()


def _parsed(found: re.Match[str], language: str) -> FrontMatter:
    source = found[1]
    if not source.strip():
        return FrontMatter(end=found.end(), body=found.end())
    if len(source) > _MAX_LENGTH:
        return FrontMatter(notices=("Its front matter is too long to be read as such; it is part of the text.",))
    try:
        value = _yaml(source) if language == "YAML" else tomllib.loads(source)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError, RecursionError, OverflowError) as error:
        notice = f"Its front matter is not valid {language}{_line_of(error)}; it is part of the text."
        return FrontMatter(_rescued(source), body=found.end(), notices=(notice,))
    if not isinstance(value, dict):
        return FrontMatter()  # a thematic break, some text, and another
    return FrontMatter(flat(cast("Mapping[object, object]", value)), found.end(), found.end())


def _yaml(source: str) -> object:
    return yaml.load(source, Loader=_loader())  # noqa: S506  # it is a safe loader, in C where there is one


@cache
def _loader() -> type[yaml.SafeLoader]:
    """A safe loader that takes for numbers, dates and truth values what YAML 1.2 does; all else stays as it is written.

    By YAML 1.1, which the library reads, ``no`` is false, ``12:30`` is 750, ``010`` is 8, and a date that no calendar has is an error.
    """
    fastest = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loader = cast("type[yaml.SafeLoader]", type("Loader", (fastest,), {}))  # a class of its own, for it holds the tables
    loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in _YAML_1_2]
        for first, resolvers in fastest.yaml_implicit_resolvers.items()
    }
    for tag, (pattern, firsts) in _YAML_1_2.items():
        loader.add_implicit_resolver(tag, re.compile(pattern), list(firsts))
    loader.add_constructor("tag:yaml.org,2002:timestamp", _date_or_text)
    return loader


def _date_or_text(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> object:
    try:
        return yaml.SafeLoader.construct_yaml_timestamp(loader, node)
    except ValueError:
        return node.value


def _line_of(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    return f" (line {mark.line + 2})" if mark is not None else ""


def _rescued(source: str) -> Mapping[str, Value]:
    """The plain ``key: value`` lines of a broken block; a bracket that is not closed on its line says nothing."""
    pairs = ((key.strip(), _rescued_value(value.strip())) for key, value in _PLAIN_LINE.findall(source))
    return {_spelt(key): value for key, value in islice(pairs, 100) if value}


def _rescued_value(source: str) -> Value:
    if source.startswith("[") and source.endswith("]"):
        return [item.strip().strip("\"'") for item in source[1:-1].split(",")]
    return "" if source.startswith(("[", "{")) else source.strip("\"'")


def flat(value: Mapping[object, object]) -> dict[str, Value]:
    """A nested mapping as one level of dotted keys; dates as ISO 8601."""
    result: dict[str, Value] = {}
    _flatten("", value, result, [_MAX_VALUES], 0)
    return result


def _flatten(prefix: str, value: Mapping[object, object], result: dict[str, Value], budget: list[int], depth: int) -> None:
    for key, item in value.items():
        if budget[0] <= 0:
            return
        name = f"{prefix}.{key}" if prefix else _spelt(str(key))
        if isinstance(item, dict) and depth < 8:
            _flatten(name, cast("Mapping[object, object]", item), result, budget, depth + 1)
        else:
            result[name] = _plain(item, budget, depth)


def _spelt(key: str) -> str:
    return key.lower() if key.lower() in KNOWN else key


def _plain(item: object, budget: list[int], depth: int) -> Value:
    budget[0] -= 1
    if item is None or isinstance(item, bool | int | str):
        return item
    if isinstance(item, float):
        return item if math.isfinite(item) else str(item)
    if isinstance(item, dt.datetime | dt.date | dt.time):
        return item.isoformat()
    if isinstance(item, list | tuple | set) and depth < 8:
        return [_plain(part, budget, depth + 1) for part in islice(cast("Iterable[object]", item), max(0, budget[0]))]
    if isinstance(item, dict):
        small: dict[str, Value] = {}
        _flatten("", cast("Mapping[object, object]", item), small, budget, depth + 1)
        return json.dumps(small, ensure_ascii=False)
    return str(item)[:1000]


def words_of(value: Value) -> list[str]:
    """A property that holds several names: a list, or a text with commas (or, for tags, blanks) between them."""
    if isinstance(value, list):
        return [word for item in value for word in words_of(item)]
    if value is None or isinstance(value, bool):
        return []
    return [word for part in str(value).split(",") if (word := part.strip())]
