"""How the command line says where a query went wrong."""

import pytest

from pincite.cli.asking import pointed
from pincite.domain.errors import QuestionError


@pytest.mark.parametrize(
    ("text", "position", "shown"),
    [
        ("(kiwi", 0, "Never closed. (At character 1: (kiwi.)"),
        ("kiwi  OR", 6, "Never closed. (At character 7: OR.)"),
        ("kiwi", 4, "Never closed. (At character 5.)"),
        (" ", 0, "Never closed."),
        ("kiwi", None, "Never closed."),
    ],
)
def test_an_error_names_its_place(text, position, shown):
    assert pointed(QuestionError("Never closed.", position), text) == shown
