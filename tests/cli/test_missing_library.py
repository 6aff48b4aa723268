"""A library that does not exist is said so, and not begun by a look."""

import pytest

from pincite.__main__ import main


@pytest.mark.parametrize("verb", [["status"], ["search", "weir"], ["facets"], ["skipped"], ["documents"], ["check"], ["feedback"], ["screenshot", "o.png"]])
def test_a_look_at_a_library_that_is_not_there_begins_none(verb, tmp_path, capsys):
    missing = tmp_path / "slip"

    status = main([*verb, "--library", str(missing)])

    assert status == 1
    assert capsys.readouterr().err.strip() == f"pincite: There is no library in {missing}; pincite index --library {missing} FOLDER begins one."
    assert not missing.exists()
