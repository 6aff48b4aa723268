"""Nothing that a file says can move the cursor, and every file name survives JSON."""

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from pincite.cli.terminal import Terminal, plain, to_json


@given(st.text())
def test_no_control_character_reaches_the_terminal(text):
    shown = plain(text)

    assert all(c.isprintable() or c.isspace() or not c.isascii() for c in shown)
    assert "\x1b" not in shown
    assert "\n" not in shown


@given(st.binary(max_size=40))
def test_any_file_name_survives_json(name):
    path = name.decode("utf-8", "surrogateescape")

    line = to_json({"path": path})

    line.encode("utf-8")
    assert json.loads(line) == {"path": path}


def test_a_remark_is_left_out_when_quiet_and_a_failure_is_not():
    out, err = io.StringIO(), io.StringIO()
    terminal = Terminal(out, err, quiet=True)

    terminal.say("read 3 files")
    terminal.fail("the folder is gone")
    terminal.progress("reading")

    assert err.getvalue() == "pincite: the folder is gone\n"
    assert out.getvalue() == ""
