"""Whether a root folder is there. A drive that is unplugged leaves an empty folder behind; that is not an emptied root."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pincite.domain.errors import PinciteError

MOUNT_PARENTS = ("/media", "/run/media", "/mnt", "/Volumes")
"""Below these, an empty folder that nothing is mounted on is a drive that is away."""
REMOTE_TYPES = frozenset(
    ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "ncpfs", "davfs", "vboxsf", "vmhgfs", "prl_fs", "drvfs")
)
"""File systems whose changes made elsewhere send no event here. Of FUSE, all but those that are known to be local."""
LOCAL_FUSE = frozenset(("fuseblk", "fuse.ntfs-3g", "fuse.exfat", "fuse.mergerfs", "fuse.encfs", "fuse.gocryptfs", "fuse.bindfs"))


def expect_folder(folder: str) -> None:
    """Raises `PinciteError`, one sentence, if there is no *folder* that can be read: for what a person names, before anything is stored."""
    try:
        with os.scandir(folder):
            pass
    except FileNotFoundError as error:
        raise PinciteError(f"There is no folder {folder}; please check its name.") from error
    except NotADirectoryError as error:
        raise PinciteError(f"{folder} is a file; please name the folder it is in.") from error
    except PermissionError as error:
        raise PinciteError(f"You have no permission to read the folder {folder}.") from error
    except OSError as error:
        raise PinciteError(f"The folder {folder} cannot be read: {error.strerror}.") from error


def absence(path: str) -> str:
    """Why the root at *path* cannot be looked at, in a few words; "" if it can."""
    try:
        with os.scandir(path) as entries:
            empty = next(entries, None) is None
    except FileNotFoundError:
        return "it is not there"
    except NotADirectoryError:
        return "it is not a folder"
    except PermissionError:
        return "you have no permission to read it"
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    if empty and _is_bare_mount_point(path):
        return "its drive is not connected"
    return ""


def sends_no_events(path: str) -> bool:
    """Whether *path* lies on a file system whose changes nobody tells us of, like a network share."""
    if sys.platform == "win32":
        return path.startswith("\\\\")
    kind = file_system_of(path, _mounts())
    return kind in REMOTE_TYPES or (kind.startswith("fuse") and kind not in LOCAL_FUSE)


def file_system_of(path: str, mounts: str) -> str:
    """Type of the file system that holds *path*, from the text of /proc/mounts; "" if it is not known."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = fields[1].encode().decode("unicode_escape")  # a space in a name stands there as \040
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _mounts() -> str:
    try:
        return Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _is_bare_mount_point(path: str) -> bool:
    """Whether *path* lies where drives are mounted, and on no drive."""
    real = os.path.realpath(path)
    parent = next((p for p in MOUNT_PARENTS if real.startswith(p + "/")), None)
    while parent and real != parent:
        if os.path.ismount(real):
            return False
        real = os.path.dirname(real)
    return parent is not None
