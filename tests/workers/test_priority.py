"""What nobody waits for stands back, in its own session only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

AUTOGROUP = Path("/proc/self/autogroup")
PROGRAM = "from pincite.workers.priority import *; stand_back(); print(os.nice(0), AUTOGROUP.read_text() if AUTOGROUP.exists() else '')"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no niceness")


def said(*, session):
    return subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, start_new_session=session).stdout.strip()


def test_a_process_stands_back():
    assert said(session=False).startswith("19")


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="only where Linux shares the processor by sessions")
def test_a_session_of_its_own_stands_back_as_a_whole():
    assert said(session=True).endswith("nice 5")


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="only where Linux shares the processor by sessions")
def test_the_session_of_a_shell_stays_as_it_was():
    before = AUTOGROUP.read_text().split()

    said(session=False)

    assert AUTOGROUP.read_text().split() == before
