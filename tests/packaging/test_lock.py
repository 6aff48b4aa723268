"""The lock file pins everything, proves each file, and names no index and no folder."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from environment import CHECKOUT, LOCK, locked
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PINS = re.compile(r"^(?P<pin>[a-z0-9][^ ;\\]*==[^ ;\\]+)(?: ; (?P<marker>[^\\]+))? \\$", re.MULTILINE)


def pins(*sections: str) -> dict[str, set[str]]:
    """Versions of each package in *sections*; there may be several, for different Pythons."""
    found: dict[str, set[str]] = {}
    for match in PINS.finditer(locked(LOCK.read_text("utf-8"), sections)):
        name, version = match["pin"].split("==")
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def wanted(extra: str | None = None) -> list[Requirement]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(line) for line in (project["optional-dependencies"][extra] if extra else project["dependencies"])]


@pytest.mark.parametrize("requirement", wanted(), ids=lambda requirement: requirement.name)
def test_what_the_program_needs_is_locked_within_its_range(requirement):
    versions = pins("core")[canonicalize_name(requirement.name)]

    assert all(requirement.specifier.contains(version) for version in versions)


@pytest.mark.parametrize("requirement", wanted("test"), ids=lambda requirement: requirement.name)
def test_what_the_tests_need_is_locked_within_its_range(requirement):
    versions = pins("core", "test")[canonicalize_name(requirement.name)]

    assert all(requirement.specifier.contains(version) for version in versions)


def test_the_build_backend_is_locked_too():
    assert {"hatchling", "editables"} <= set(pins("build"))


def test_every_pin_has_hashes():
    blocks = re.split(r"\n(?=[a-z0-9])", locked(LOCK.read_text("utf-8"), ("build", "core", "test")).strip())

    without = [block.split("==")[0] for block in blocks if not re.search(r"--hash=sha256:[0-9a-f]{64}", block)]

    assert without == []
    assert len(blocks) >= 40


def test_it_names_no_index_and_no_folder():
    text = LOCK.read_text("utf-8")

    assert not re.search(r"https?:|file:|--index|--extra-index|--find-links|\s/", text)


def imported(folder: str) -> set[str]:
    """Names of the top packages that the Python files below *folder* import."""
    names: set[str] = set()
    for path in (CHECKOUT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"pincite"}


@pytest.mark.parametrize(("folder", "sections"), [("desktop", ("core",)), ("tests", ("build", "core", "test")), ("packaging", ("build", "core", "test"))])
def test_every_library_that_is_imported_is_locked(folder, sections):
    holders = packages_distributions()
    there = set(pins(*sections)) | {"pincite"}
    optional = {"mcp", "oxmsg", "PyInstaller"} | {requirement.name for requirement in wanted("peers")}  # asked for by name, absence answered
    ours = {path.stem for home in ("tests", "packaging") for path in (CHECKOUT / home).rglob("*.py")}

    unlocked = [
        name
        for name in imported(folder) - optional - ours
        if not there & {canonicalize_name(distribution) for distribution in holders.get(name, [])}
    ]

    assert unlocked == []
