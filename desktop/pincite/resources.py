"""Files that come with the program: icons, theme, help, the sample library. One function knows where they lie."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.errors import LibraryError


def resource(name: str) -> Path:
    """Path of a bundled file or folder, like "help/questions.md". Raises `LibraryError` if the installation lacks it."""
    package = Path(__file__).parent
    for home in (package / "_resources", package.parent.parent / "resources"):  # the wheel, then a checkout
        if (home / name).exists():
            return home / name
    raise LibraryError(f"The file {name} is missing from this installation of Pincite; please install it again.")
