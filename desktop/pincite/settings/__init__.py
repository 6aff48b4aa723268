"""What the user decides: frozen values, and the one file that keeps them."""

from pincite.domain.parsing import Parsing
from pincite.settings.file import FILE_NAME, load, save
from pincite.settings.values import (
    LIBRARY_VARIABLE,
    Appearance,
    Judging,
    Meaning,
    Passages,
    Reading,
    Settings,
    default_library,
    in_root,
    libraries_folder,
    moved,
    with_folders,
)

__all__ = [
    "FILE_NAME", "LIBRARY_VARIABLE", "Appearance", "Judging", "Meaning", "Parsing", "Passages", "Reading", "Settings", "default_library", "in_root", "libraries_folder", "load", "moved",
    "save", "with_folders",
]  # fmt: skip
