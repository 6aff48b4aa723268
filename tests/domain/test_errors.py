"""The errors that are raised on purpose: one tree, drawn where they stand."""

import ast
import re
from pathlib import Path

from pincite.domain import errors

PACKAGE = Path(errors.__file__).parent.parent


def below(kind):
    return {kind.__name__}.union(*(below(one) for one in kind.__subclasses__()))


def test_the_tree_that_is_drawn_is_the_tree_that_there_is():
    drawn = re.findall(r"^    ([│├└─ ]*)(\w+) {2,}", errors.__doc__, re.MULTILINE)

    assert {name for _, name in drawn} == {name for name, value in vars(errors).items() if isinstance(value, type)} == below(errors.PinciteError)
    assert {name for lead, name in drawn if lead.startswith("│")} == below(errors.LibraryError) - {"LibraryError"}


def test_no_room_has_a_branch_of_its_own():
    houses = below(errors.PinciteError)
    elsewhere = [
        (str(path.relative_to(PACKAGE)), node.name)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and {getattr(base, "id", "") for base in node.bases} & houses and path.name != "errors.py"
    ]

    assert elsewhere == []
