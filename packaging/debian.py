"""Packages of a Debian-like system, installed if we are root there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from console import clean_environment, say

OPTIONS = ("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20")
"""Without them apt waits for minutes on a machine that has no network."""


def is_root() -> bool:
    """Whether we may install anything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install(packages: Sequence[str]) -> bool:
    """Install *packages* if this is a Debian-like system and we are root; whether that went well.

    The package lists are fetched only if it does not work without.
    """
    if not is_root() or not shutil.which("apt-get"):
        return False
    command = ["apt-get", "install", "-y", "--no-install-recommends", *OPTIONS, *dict.fromkeys(packages)]
    say("Running " + " ".join(command))
    if _run(command):
        return True
    say("Running apt-get update")
    return _run(["apt-get", "update", *OPTIONS]) and _run(command)


def _run(command: Sequence[str]) -> bool:
    environment = clean_environment(DEBIAN_FRONTEND="noninteractive")
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        say("  " + ((result.stderr or result.stdout).strip().splitlines() or ["it failed without a word"])[-1])
    return result.returncode == 0
