"""Faults that people reported of programs like this one, each with its right answer, tried at the command line as their script does it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.long
@pytest.mark.shared
def test_no_probe_of_a_reported_fault_fails(shared, tmp_path):
    pincite = f"{sys.executable} -m pincite"
    command = [
        sys.executable, str(shared / "field-cases" / "field_cases.py"), str(tmp_path / "cases"), "--small", "--run",
        "--index-cmd", f"{pincite} index --library {{db}} {{roots}}",
        "--search-cmd", f"{pincite} search --json --library {{db}} --limit={{limit}} --filter={{filter}} -- {{query}}",
    ]  # fmt: skip

    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    verdicts = [(line.split()[0], line) for line in told.splitlines() if line.startswith(("PASS", "FAIL", "MANUAL"))]
    assert [line for verdict, line in verdicts if verdict == "FAIL"] == []
    assert sum(verdict == "PASS" for verdict, _ in verdicts) > 100
