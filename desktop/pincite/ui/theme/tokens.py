"""The palette: a colour for each role, read once from the theme files. Nothing else in the window names a colour."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace

from pincite.resources import resource


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours as "#RRGGBB". `*_soft` fill what the plain one writes; `mark` fills matched words and `mark_line` underlines them;
    `page_*` mark words on a drawn page, which is white paper in every theme.
    """

    bg: str
    surface: str
    field: str
    line: str
    line2: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_soft: str
    on_accent: str
    selected: str
    mark: str
    mark_line: str
    meaning: str
    meaning_soft: str
    warn: str
    warn_soft: str
    danger: str
    good: str
    bar: str
    bar_on: str
    desk: str
    page: str
    page_mark: str
    page_mark_line: str


def load_tokens(name: str, *, high_contrast: bool = False) -> Tokens:
    """The palette called *name*: "light" or "dark". Raises `LibraryError` if the installation lacks it."""
    data: dict[str, str] = json.loads(resource(f"theme/{name}.json").read_text(encoding="utf-8"))
    tokens = Tokens(**{field.name: data[field.name] for field in fields(Tokens)})
    return _high_contrast(tokens) if high_contrast else tokens


def _high_contrast(tokens: Tokens) -> Tokens:
    """Lines become text, soft fills go; marks keep bold and underline, so that nothing rests on colour alone."""
    return replace(
        tokens,
        bg=tokens.surface,
        field=tokens.surface,
        line=tokens.text,
        line2=tokens.surface,
        muted=tokens.text,
        faint=tokens.text,
        accent_soft=tokens.surface,
        selected=tokens.surface,
        mark=tokens.surface,
        mark_line=tokens.text,
        meaning_soft=tokens.surface,
        warn_soft=tokens.surface,
        bar=tokens.muted,
    )


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
