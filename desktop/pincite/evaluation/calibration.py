"""Whether probabilities mean what they say: of all that is said to be right with .7, seven in ten should be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pincite.domain.errors import StorageError

BINS = 10
"""Equal parts of 0..1 that probabilities are gathered in."""
SIDE, MARGIN, FOOT = 320, 44, 40
"""Of the diagram, in pixels: the square, the space around it, and below it for a second line."""


@dataclass(frozen=True, slots=True)
class Bin:
    """What was said and what was so, of `count` estimates that lie together: means of probability and of outcome, 0..1."""

    stated: float
    true: float
    count: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """How reliable estimates are: the `bins` that hold any, the expected calibration error and the Brier score, both 0 at best."""

    bins: tuple[Bin, ...]
    error: float
    brier: float

    @property
    def count(self) -> int:
        """Estimates in all."""
        return sum(part.count for part in self.bins)


def calibration(estimates: Iterable[tuple[float, bool]]) -> Calibration:
    """Of (probability in 0..1, whether it was so).

    The error is the mean distance of the bins from the diagonal, weighed by what they hold (Naeini, Cooper & Hauskrecht, AAAI
    2015); the score is the mean squared distance of the estimates (Brier, 1950).
    """
    pairs = np.array([*estimates], np.float64).reshape(-1, 2)
    if len(pairs) == 0:
        return Calibration((), 0.0, 0.0)
    stated, true = pairs[:, 0], pairs[:, 1]
    place = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    held = [place == i for i in range(BINS)]
    bins = tuple(Bin(float(stated[one].mean()), float(true[one].mean()), int(one.sum())) for one in held if one.any())
    error = sum(part.count * abs(part.stated - part.true) for part in bins) / len(pairs)
    return Calibration(bins, float(error), float(np.mean((stated - true) ** 2)))


def diagram(measured: Calibration) -> str:
    """A reliability diagram as SVG: stated against true probability, circles whose area says how many estimates they stand for."""
    width, height = SIDE + 2 * MARGIN, SIDE + MARGIN + MARGIN + FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" role="img">',
            "<title>Reliability diagram</title>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#767676"/>',
            f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#767676" stroke-dasharray="4 4"/>',
            *_scale(),
            *_circles(measured),
            _text(width / 2, SIDE + MARGIN + 34, "stated probability of answering"),
            f'<g transform="rotate(-90 14 {_y(0.5)})">{_text(14, _y(0.5), "share that answers")}</g>',
            _text(width / 2, SIDE + MARGIN + 58, f"{measured.count:,} estimates, error {measured.error:.3f}, Brier score {measured.brier:.3f}"),
            "</svg>\n",
        ]
    )


def write_diagram(path: Path, measured: Calibration) -> None:
    """Write the diagram of *measured*. Raises `StorageError`."""
    try:
        path.write_text(diagram(measured), "utf-8")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.") from error


def _circles(measured: Calibration) -> list[str]:
    marks: list[str] = []
    for part in measured.bins:
        radius = 3 + 17 * (part.count / measured.count) ** 0.5
        marks.append(f'<circle cx="{_x(part.stated)}" cy="{_y(part.true)}" r="{radius:.1f}" fill="#1f6feb" fill-opacity=".55"/>')
    return marks


def _scale() -> Sequence[str]:
    """The figures beside both axes."""
    ticks = (0.0, 0.5, 1.0)
    return [
        *(_text(_x(tick), SIDE + MARGIN + 16, f"{tick:g}") for tick in ticks),
        *(_text(MARGIN - 14, _y(tick) + 4, f"{tick:g}") for tick in ticks),
    ]


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="#1f2328">{words}</text>'


def _x(share: float) -> float:
    return round(MARGIN + SIDE * share, 1)


def _y(share: float) -> float:
    return round(MARGIN + SIDE * (1 - share), 1)
