"""What the documentation promises is there, and what is there is documented."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from pincite.cli.arguments import VERBS, parse, parser
from pincite.domain.documents import Reason
from pincite.extraction.readers import READERS
from pincite.retrieval.query_language import parse_query
from pincite.retrieval.query_tree import show
from pincite.settings import Settings
from pincite.sources.left_out import LEFT_OUT_NAMES
from pincite.ui.shortcuts.keys import SHORTCUTS

CHECKOUT = Path(__file__).resolve().parents[2]
HELP = CHECKOUT / "resources" / "help"
PAGES = [CHECKOUT / "README.md", CHECKOUT / "CHANGELOG.md", CHECKOUT / "desktop" / "README.md", *sorted(HELP.glob("*.md"))]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    return (HELP / name).read_text("utf-8")


def anchors(text: str) -> set[str]:
    """Anchors of a page's headings, as Markdown viewers make them."""
    headings = re.findall(r"^#{1,6} (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def links(path: Path) -> Iterator[str]:
    for target in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        if not re.match(r"[a-z]+:", target):
            yield unquote(target)


def verb_parsers() -> dict[str, argparse.ArgumentParser]:
    subparsers = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(subparsers.choices)


def options() -> list[tuple[str, str]]:
    found = {(verb, name) for verb, sub in verb_parsers().items() for action in sub._actions for name in action.option_strings}
    return sorted(entry for entry in found if entry[1].startswith("--") and entry[1] != "--help")


def commands() -> list[str]:
    blocks = [block for path in PAGES for block in FENCE.findall(path.read_text("utf-8"))]
    return sorted({line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.startswith("pincite ")})


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_every_link_leads_somewhere(path):
    broken: list[str] = []

    for target in links(path):
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists() or (anchor and anchor not in anchors(there.read_text("utf-8"))):
            broken.append(target)

    assert broken == []


def test_the_index_names_every_page():
    named = set(links(HELP / "index.md"))

    assert named == {path.name for path in HELP.glob("*.md")} - {"index.md"}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_its_place_in_the_manual(verb):
    headings = re.findall(r"^## pincite (.+)$", page("command-line.md"), re.MULTILINE)

    assert verb in {word for heading in headings for word in heading.split(", ")}
    assert verb in verb_parsers()


@pytest.mark.parametrize(("verb", "option"), options())
def test_every_option_is_in_the_manual(verb, option):
    assert re.search(rf"`[^`]*{re.escape(option)}\b[^`]*`", page("command-line.md")), f"{verb} {option}"


@pytest.mark.parametrize("command", commands())
def test_a_documented_command_is_understood(command):
    words = shlex.split(command.replace("...", ""))[1:]

    assert parse(words).verb in VERBS


def settings() -> list[tuple[str, str, object]]:
    """(table, key, default) of every setting; the table is "" at the top."""
    top = Settings(Path())
    found: list[tuple[str, str, object]] = []
    for outer in dataclasses.fields(top):
        value = getattr(top, outer.name)
        if dataclasses.is_dataclass(value):
            found += [(outer.name, inner.name, getattr(value, inner.name)) for inner in dataclasses.fields(value)]
        elif outer.name not in ("library", "notices"):
            found.append(("", outer.name, value))
    return found


def in_toml(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(in_toml(item) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


@pytest.mark.parametrize(("table", "key", "default"), settings(), ids=str)
def test_every_setting_is_in_the_manual_with_its_default(table, key, default):
    text = page("settings.md")

    if not table:
        assert f"`{key}`" in text
    else:
        part = text.split(f"\n## {table.capitalize()}\n")[1].split("\n## ")[0]
        assert f"| `{key}` | `{in_toml(default)}` |" in part


def test_the_manual_lists_no_setting_that_is_gone():
    listed = set(re.findall(r"^\| `(\w+)` \| `", page("settings.md"), re.MULTILINE))

    assert listed <= {key for _, key, _ in settings()}


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_is_in_the_manual(reason):
    assert f"| `{reason.code}` |" in page("left-out.md")


@pytest.mark.parametrize("name", sorted(LEFT_OUT_NAMES))
def test_every_list_of_what_is_left_out_is_in_the_manual(name):
    assert f"| `{name}` |" in page("left-out.md")


def test_every_kind_of_file_is_in_the_manual():
    text = page("formats.md")
    kinds: dict[str, list[str]] = {}
    for extension, reader in READERS.items():
        kinds.setdefault(reader, []).append(extension)

    unknown = [reader for reader, extensions in kinds.items() if "code" not in reader and not any(f"`.{e}`" in text for e in extensions)]

    assert unknown == []


@pytest.mark.parametrize("key", "type folder year author tag language genre relevance depth concept status".split())
def test_every_facet_is_in_the_manual(key):
    assert f"| `{key}` |" in page("filters-and-atlas.md")


def test_the_changelog_speaks_of_this_version():
    from pincite import __version__

    text = (CHECKOUT / "CHANGELOG.md").read_text("utf-8")

    assert f"## [{__version__}]" in text or "## [Unreleased]" in text


@pytest.mark.parametrize("shortcut", SHORTCUTS, ids=lambda shortcut: shortcut.wish)
def test_every_key_is_in_the_manual(shortcut):
    listed = re.findall(r"<kbd>([^<]+)</kbd>", page("keyboard.md"))
    listed += [f"Ctrl+{n}" for n in range(2, 9)]  # "Ctrl+1 to Ctrl+9"

    missing = [key for key in shortcut.keys if key.replace("Return", "Enter") not in listed]

    assert missing == []


def test_the_manual_lists_no_key_that_is_gone():
    keys = {key.replace("Return", "Enter") for shortcut in SHORTCUTS for key in shortcut.keys}

    listed = set(re.findall(r"<kbd>([^<]+)</kbd>", page("keyboard.md")))

    assert listed <= keys | {"/", "Alt"}


def defined() -> set[str]:
    """Names of all classes and functions of the program, methods as "Class.method" too."""
    names: set[str] = set()
    for path in (CHECKOUT / "desktop" / "pincite").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.add(node.name)
            if isinstance(node, ast.ClassDef):
                names |= {f"{node.name}.{item.name}" for item in node.body if isinstance(item, ast.FunctionDef)}
    return names


def test_the_architecture_page_names_what_exists():
    text = FENCE.sub("", (CHECKOUT / "desktop" / "README.md").read_text("utf-8"))
    package = CHECKOUT / "desktop" / "pincite"
    named = re.findall(r"`([^`\s]+)`", text)

    paths = [name for name in named if name.endswith((".py", "/"))]
    names = [name for name in named if re.fullmatch(r"[A-Za-z_]+(\.[a-z_]+)?", name) and not name.endswith((".py", ".toml", ".sqlite"))]

    assert [path for path in paths if not any((home / path).exists() for home in (package, package / "domain", CHECKOUT))] == []
    known = defined() | {"QObject", "resources", "tests", "index", "sources", "ui", "workers"}
    assert [name for name in names if name not in known] == []
    assert len(names) > 30


@pytest.mark.parametrize("query", re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (`.+?`) \|", page("query-language.md"), re.MULTILINE))))
def test_every_query_in_the_manual_can_be_read(query):
    tree = parse_query(query)

    assert parse_query(show(tree)) is not None
