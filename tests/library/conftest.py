"""What the tests of syncing begin with: a folder, and desks at which it is indexed."""

import pytest
from library_players import Desk


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


@pytest.fixture
def desks():
    made = []

    def make(*folders, **more):
        made.append(Desk(*folders, **more))
        return made[-1]

    yield make
    for desk in made:
        desk.close()
