"""One look of the window: palette, faces and sizes as a frozen value, and the object that tells when it changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication

from pincite.ui.theme.tokens import Tokens, load_tokens

READING_FACES = ("Noto Serif", "Source Serif 4", "Charter", "Georgia", "Cambria", "DejaVu Serif", "serif")
"""Serifs that passages are set in, the first that is installed."""
INTERFACE_FACES = ("Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "Cantarell", "DejaVu Sans", "sans-serif")
"""Faces of everything else."""
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 2.0
"""Bounds of the text size; 1 is the drawings' 13 px."""


class Face(Enum):
    """Which of the two faces a text is set in."""

    INTERFACE = "interface"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that painting needs. Sizes are given at 100 % and scaled by `px`."""

    tokens: Tokens
    dark: bool
    scale: float
    interface: str
    reading: str
    high_contrast: bool = False

    def px(self, size: float) -> int:
        """*size* logical pixels at 100 %, at this text size."""
        return round(size * self.scale)

    def font(self, size: float = 13, weight: int = 400, face: Face = Face.INTERFACE) -> QFont:
        """A font of *size* px at 100 %, with tabular figures where the face has them."""
        font = QFont(self.reading if face is Face.READING else self.interface)
        font.setPixelSize(max(8, self.px(size)))
        font.setWeight(QFont.Weight(weight))
        if face is Face.INTERFACE:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def color(self, name: str, alpha: int = 255) -> QColor:
        """The palette's colour of this name, *alpha* from 0 to 255."""
        color = QColor(getattr(self.tokens, name))
        color.setAlpha(alpha)
        return color


def installed_face(faces: tuple[str, ...]) -> str:
    """The first of *faces* that the system has, else what the system takes for the last."""
    for face in faces:
        if QFontInfo(QFont(face)).family().casefold() == face.casefold():
            return face
    return faces[-1]


def make_theme(choice: str = "system", scale: float = 1.0, *, high_contrast: bool = False) -> Theme:
    """The look for a choice of "system", "light" or "dark"."""
    dark = choice == "dark" or (choice == "system" and system_is_dark())
    tokens = load_tokens("dark" if dark else "light", high_contrast=high_contrast)
    scale = min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)
    return Theme(tokens, dark, scale, installed_face(INTERFACE_FACES), installed_face(READING_FACES), high_contrast)


def system_is_dark() -> bool:
    """Whether the desktop asks for dark windows."""
    hints = QGuiApplication.styleHints()
    return hints.colorScheme() is Qt.ColorScheme.Dark


def system_wants_contrast() -> bool:
    """Whether the desktop asks for high contrast; only Qt 6.10 and newer can tell."""
    hints = QGuiApplication.styleHints()
    return hasattr(hints, "accessibility") and hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast


class ThemeSource(QObject):
    """Holds the look that is worn now. Widgets that paint read `theme` and repaint on `changed`.

    `choice` is "system", "light" or "dark"; `contrast` is "system", "normal" or "high".
    """

    changed = Signal()

    def __init__(self, choice: str = "system", scale: float = 1.0, parent: QObject | None = None, *, contrast: str = "system") -> None:
        super().__init__(parent)
        self.choice, self.contrast = choice, contrast
        self.theme = self._made(scale)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        if hasattr(hints, "accessibility"):
            hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    def choose(self, choice: str) -> None:
        """Wear "light", "dark", or what the "system" wears."""
        self.choice = choice
        self._wear(self._made(self.theme.scale))

    def set_scale(self, scale: float) -> None:
        """Set the text size; 1 is 100 %."""
        self._wear(self._made(scale))

    def set_contrast(self, contrast: str) -> None:
        """Turn soft fills and quiet lines into plain ink ("high"), or back ("normal"), or do as the "system" asks."""
        self.contrast = contrast
        self._wear(self._made(self.theme.scale))

    def _made(self, scale: float) -> Theme:
        high = self.contrast == "high" or (self.contrast == "system" and system_wants_contrast())
        return make_theme(self.choice, scale, high_contrast=high)

    def _follow_system(self) -> None:
        self._wear(self._made(self.theme.scale))

    def _wear(self, theme: Theme) -> None:
        if theme != self.theme:
            self.theme = theme
            self.changed.emit()
