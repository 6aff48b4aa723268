"""The house stands as the plan says: floors, doors, sizes, names."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter import api

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Filter
from pincite.index import open_index
from pincite.library.scope import HANDED_ON, within

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "desktop" / "pincite"
MODULES = sorted(PACKAGE.rglob("*.py"))
SHUNNED = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "base", "misc"}


def functions(path: Path) -> list[tuple[str, int]]:
    """Name and number of lines, docstring not counted, of each function in a module."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            doc = node.body[0] if ast.get_docstring(node) else None
            lines = (node.end_lineno or 0) - node.lineno + 1 - ((doc.end_lineno or 0) - doc.lineno + 1 if doc else 0)
            found.append((f"{path.relative_to(PACKAGE)}:{node.name}", lines))
    return found


def test_every_import_contract_holds(monkeypatch):
    monkeypatch.chdir(CHECKOUT)
    monkeypatch.syspath_prepend(str(PACKAGE.parent))

    contracts = api.read_configuration()
    kept = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert len(contracts["contracts_options"]) >= 6
    assert kept.returncode == 0, kept.stdout


def test_a_part_of_a_library_has_an_answer_to_whatever_a_snapshot_is_asked(tmp_path):
    asked = {name for name, value in vars(Snapshot).items() if not name.startswith("_") and (callable(value) or isinstance(value, property))}

    scoped = within(open_index(tmp_path), (Filter("folder", "open"),)).snapshot()

    answered = {name for name in vars(type(scoped)) if not name.startswith("_")}
    assert answered.isdisjoint(HANDED_ON)
    assert answered | HANDED_ON == asked


@pytest.mark.parametrize("door", ["pincite", "pincite.cli", "pincite.cli.main", "pincite.assembly", "pincite.library"])
def test_the_command_line_loads_no_qt(door):
    code = f"import {door}, sys; sys.exit(', '.join(sorted(m for m in sys.modules if m.startswith(('PySide6', 'shiboken6')))) or 0)"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=dict(os.environ))

    assert loaded.returncode == 0, loaded.stderr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_fits_the_house(path):
    text = path.read_text("utf-8")

    tree = ast.parse(text)

    assert len(text.splitlines()) <= 300
    assert path.stem not in SHUNNED
    assert ast.get_docstring(tree), "a module has a door plate"


def test_functions_are_mostly_short():
    lengths = [entry for path in MODULES for entry in functions(path)]

    long = [entry for entry in lengths if entry[1] > 25]
    endless = [entry for entry in lengths if entry[1] > 60]

    assert len(long) <= len(lengths) * 0.08, sorted(long, key=lambda entry: -entry[1])[:20]
    assert endless == []


def test_nothing_at_the_top_but_what_belongs_there():
    if not shutil.which("git"):
        pytest.skip("there is no git to say what belongs to the project")
    allowed = {"pyproject.toml", "desktop", "resources", "tests", "packaging", "README.md", "LICENSE", "CHANGELOG.md", "requirements.lock"}

    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=False)
    if tracked.returncode != 0:
        pytest.skip("this is no git checkout")
    top = {name.split("/", 1)[0] for name in tracked.stdout.decode("utf-8", "surrogateescape").split("\0") if name}

    assert {name for name in top if not name.startswith(".")} <= allowed


def test_the_library_called_packaging_is_not_shadowed():
    assert not (CHECKOUT / "packaging" / "__init__.py").exists()


def test_every_lint_exception_says_why():
    bare = re.compile(r"# noqa: [A-Z0-9, ]+(?! *#)$")

    unexplained = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in MODULES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if bare.search(line.rstrip())
    ]

    assert unexplained == []


def test_test_files_have_names_of_their_own():
    names = [path.name for path in (CHECKOUT / "tests").rglob("test_*.py")]

    assert sorted({name for name in names if names.count(name) > 1}) == [], "pytest cannot collect two modules of one name"
