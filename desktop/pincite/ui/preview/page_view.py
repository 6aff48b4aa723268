"""The page view: a page as it is printed, with its matches marked where they stand."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from pincite.ui.preview.page_client import DrawnPage
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.painting import rounded
from pincite.ui.theme.theme import ThemeSource

MARGIN = 18
"""Desk around the page."""


class PageSheet(QWidget):
    """One page lying on the desk."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._page: DrawnPage | None = None
        self._current = -1
        self.zoom = 1.0
        self.setAccessibleName("Page")

    def show_page(self, page: DrawnPage | None, current: int) -> None:
        """Show a drawn page with match *current* (from 0) outlined."""
        self._page, self._current = page, current
        self.refit()
        if page:
            self.setAccessibleName(f"Page {page.page} of {page.pages}, {len(page.matches)} matches on it")

    def refit(self) -> None:
        """Take the size that the page has at this zoom."""
        size = self.page_size()
        self.setMinimumSize(size.width() + 2 * MARGIN, size.height() + 2 * MARGIN)
        self.updateGeometry()
        self.update()

    def page_size(self) -> QSize:
        """Size of the page on the screen."""
        if self._page is None:
            return QSize(0, 0)
        ratio = self.zoom / self._page.scale
        return QSize(round(self._page.image.width() * ratio), round(self._page.image.height() * ratio))

    def match_rect(self) -> QRectF:
        """Where the current match is in this widget; empty if it is on another page."""
        if self._page is None or not 0 <= self._current < len(self._page.matches):
            return QRectF()
        whole = QRectF()
        for box in self._page.matches[self._current]:
            whole = whole.united(self._placed(box))
        return whole

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._page is None:
            return
        theme = self._source.theme
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        sheet = QRectF(self._origin(), self.page_size())
        rounded(painter, sheet.translated(0, 2).adjusted(-1, 0, 1, 1), 2, theme.color("text", 26))
        painter.drawImage(sheet, self._page.image)
        if theme.dark:
            painter.fillRect(sheet, theme.color("page", 26))
        for i, boxes in enumerate(self._page.matches):
            for box in boxes:
                self._paint_match(painter, self._placed(box).adjusted(-1.5, -1, 1.5, 1), current=i == self._current)
        painter.end()

    def _paint_match(self, painter: QPainter, place: QRectF, *, current: bool) -> None:
        theme = self._source.theme
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)  # the words below stay black
        painter.fillRect(place, theme.color("page_mark").darker(112) if current else theme.color("page_mark"))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if current:
            painter.setPen(QPen(theme.color("page_mark_line"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place)

    def _origin(self) -> QPointF:
        left = max(MARGIN, (self.width() - self.page_size().width()) / 2)
        return QPointF(left, MARGIN)

    def _placed(self, box: QRectF) -> QRectF:
        assert self._page is not None
        ratio, origin = self.zoom / self._page.scale, self._origin()
        return QRectF(origin.x() + box.x() * ratio, origin.y() + box.y() * ratio, box.width() * ratio, box.height() * ratio)


class PageView(QScrollArea):
    """Scrolls a page, fits it to the width until the user zooms. `scale_wanted` asks for a sharper or another drawing."""

    scale_wanted = Signal()
    key_pressed = Signal(object)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("desk")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.sheet = PageSheet(source, self)
        self.sheet.setObjectName("sheet")
        self.setWidget(self.sheet)
        self._waiting = PlainLabel("Drawing the page…", "waiting", self.viewport())
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._page: DrawnPage | None = None
        self._points = QSize(595, 842)
        self._zoom: float | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @property
    def zoom(self) -> float:
        """Logical pixels a point."""
        if self._zoom is not None:
            return self._zoom
        return max(0.2, (self.viewport().width() - 2 * MARGIN) / max(1, self._points.width()))

    @property
    def percent(self) -> int:
        """The zoom as it is shown: 100 is the page's printed size at 96 dots an inch."""
        return round(self.zoom * 75)

    def wanted_scale(self) -> float:
        """Pixels a point to draw at, for this zoom on this screen."""
        return self.zoom * self.devicePixelRatioF()

    def set_zoom(self, zoom: float | None) -> None:
        """Zoom; None fits the width."""
        self._zoom = None if zoom is None else min(max(zoom, 0.25), 5.0)
        self.sheet.zoom = self.zoom
        self.sheet.refit()
        self.scale_wanted.emit()

    def show_waiting(self) -> None:
        """A page is being drawn."""
        self._page = None
        self.sheet.show_page(None, -1)
        self._waiting.setText("Drawing the page…")
        self._waiting.setVisible(True)
        self._place_waiting()

    def show_failure(self, reason: str) -> None:
        """The page could not be drawn."""
        self.sheet.show_page(None, -1)
        self._waiting.setText(f"This page could not be drawn: {reason}\nThe indexed text is under “Text”.")
        self._waiting.setVisible(True)
        self._place_waiting()

    def show_page(self, page: DrawnPage, current: int) -> None:
        """Show a drawn page, the current match in view."""
        fresh = self._page is None or (page.page, page.request.path) != (self._page.page, self._page.request.path)
        self._page = page
        self._points = QSize(round(page.image.width() / page.scale), round(page.image.height() / page.scale))
        self._waiting.hide()
        self.sheet.zoom = self.zoom
        self.sheet.show_page(page, current)
        self.go_to(current, force=fresh)

    def go_to(self, current: int, *, force: bool = True) -> None:
        """Outline another match of this page and bring it into view."""
        self.sheet.show_page(self._page, current)
        place = self.sheet.match_rect()
        if place.isEmpty():
            if force:
                self.verticalScrollBar().setValue(0)
            return
        self.sheet.resize(self.sheet.minimumSize().expandedTo(self.viewport().size()))
        centre: QPoint = self.sheet.match_rect().center().toPoint()
        self.ensureVisible(centre.x(), centre.y(), 60, self.viewport().height() // 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_waiting()
        if self._zoom is None and self._page is not None:
            self.sheet.zoom = self.zoom
            self.sheet.refit()
            self.scale_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)
        if not event.isAccepted():
            event.accept()
            super().keyPressEvent(event)

    def _place_waiting(self) -> None:
        self._waiting.setGeometry(self.viewport().rect().adjusted(20, 0, -20, 0))
        self._waiting.setWordWrap(True)
