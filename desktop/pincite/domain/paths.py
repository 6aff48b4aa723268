"""What the spelling of a path says; the disk is not asked."""

from __future__ import annotations

import os


def lies_in(path: str, folder: str) -> bool:
    """Whether *path* is *folder* or below it. Both are absolute and normal, with the system's separator; the folder may end in one."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
