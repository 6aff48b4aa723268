"""The one style sheet: the templates in the resources with the palette's colours and scaled sizes put in."""

from __future__ import annotations

import re
from dataclasses import asdict

from pincite.resources import resource
from pincite.ui.theme.theme import Theme

_COLOUR = re.compile(r"@([a-z_0-9]+)")
_SIZE = re.compile(r"\b(\d+(?:\.\d+)?)sp\b")


def style_sheet(theme: Theme) -> str:
    """Qt style sheet for *theme*: ``@name`` becomes the colour of that name, ``13sp`` thirteen scaled pixels."""
    colours = asdict(theme.tokens)
    names = ("window", "high-contrast") if theme.high_contrast else ("window",)
    template = "".join(resource(f"theme/{name}.qss").read_text(encoding="utf-8") for name in names).replace("@interface", f'"{theme.interface}"')
    coloured = _COLOUR.sub(lambda found: colours[found[1]], template)
    return _SIZE.sub(lambda found: f"{theme.px(float(found[1]))}px", coloured)
