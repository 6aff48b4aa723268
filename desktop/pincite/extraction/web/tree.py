"""The tree of a web page without what no reader sees: scripts, hidden parts, menus and footers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Protocol, cast, overload

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  # compiled, and without stubs


class Element(Protocol):
    """What we use of the library's elements, all of which are changeable."""

    tag: str
    text: str | None
    tail: str | None
    sourceline: int | None

    @overload
    def get(self, key: str) -> str | None: ...
    @overload
    def get(self, key: str, default: str) -> str: ...
    def items(self) -> list[tuple[str, str]]:
        """All attributes."""
        ...

    def find(self, path: str) -> Element | None:
        """The first below it that fits."""
        ...

    def iter(self, *tags: str) -> Iterator[Element]:
        """Itself and everything below it, in document order."""
        ...

    def iterancestors(self) -> Iterator[Element]:
        """What it stands in, innermost first."""
        ...

    def itertext(self) -> Iterator[str]:
        """The texts inside."""
        ...

    def __len__(self) -> int:
        """How many children it has."""
        ...

    def getparent(self) -> Element | None:
        """The element that it stands in."""
        ...

    def getprevious(self) -> Element | None:
        """The sibling before it."""
        ...

    def clear(self, *, keep_tail: bool = False) -> None:
        """Let go of everything in it."""
        ...

    def remove(self, child: Element) -> None:
        """Take out a child, with the text that follows it."""
        ...


_UNREAD: Final = (
    "script", "style", "template", "noscript", "svg", "iframe", "object", "embed", "canvas", "audio", "video", "map", "select", "datalist",
    "button", "textarea", "annotation", "annotation-xml", "rp", "rt", "nav", "menu", "dialog",
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ASIDE_ROLES: Final = frozenset("navigation search menu menubar contentinfo banner toolbar alertdialog".split())
_MAIN_IDS: Final = frozenset("content main-content main bodyContent article".split())
_KEPT: Final = frozenset("html body main article h1 h2 h3 h4 h5 h6 pre code".split())
"""Elements that are never boilerplate, whatever they are called."""
_BOILERPLATE: Final = frozenset(
    "nav navbar navigation navigationbar nav-menu navmenu menu mainmenu menubar topmenu submenu sidemenu main-menu site-nav sidenav sidebar sphinxsidebar"
    " side-bar breadcrumb breadcrumbs footer site-footer page-footer siteheader site-header masthead related sphinxsidebarwrapper cookie"
    " cookies cookie-banner cookie-notice cookie-consent consent-banner newsletter social share sharing share-buttons social-links"
    " advert advertisement ads ad-banner skip-link skip-to-content skiplink headerlink mw-editsection mw-jump-link noprint navbox"
    " catlinks printfooter toc toctitle table-of-contents vector-header vector-menu mw-navigation mw-panel mw-head rst-footer-buttons"
    " rst-versions searchbox search-box search-form searchform pagination pager hide-from-text sr-only visually-hidden screen-reader-text"
    " nosearch copybtn".split()
)
"""Words of class and id attributes that name what stands around a text on every page."""
_BLANKED: Final = bytes(32 if byte < 32 and byte not in b"\t\n\r" else byte for byte in range(256))
_NO_CHARACTER = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01]|6553[45])|[xX]0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]|[fF]{3}[eEfF]))(?![0-9a-fA-F]);?"
)
"""A reference to what, as control characters and the two below, the parser lets into a tree, but lets nobody write there again."""
_NONCHARACTERS: Final = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
"""U+FFFE and U+FFFF. They are looked for by themselves: a pattern that begins with the two letters of a reference is found many times as fast."""
_MOST: Final = 0.7
"""Share of the page above which a part is not taken for boilerplate, whatever it is called."""


def parse(text: str) -> Element | None:
    """The page's root; None if there is none or its nesting is too deep for this parser."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = cast("Element | None", etree.fromstring(_writable(text), parser=parser))
    except etree.LxmlError:
        return None
    too_deep = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    return None if too_deep else root


def _writable(text: str) -> bytes:
    data = text.encode("utf-8", "replace").translate(_BLANKED)
    if _NONCHARACTERS[0][:1] in data:  # one byte is found at many times the speed of three
        for noncharacter in _NONCHARACTERS:
            data = data.replace(noncharacter, b" ")
    return _NO_CHARACTER.sub(b" ", data)


def strip_unread(root: Element) -> list[Element]:
    """Take out, in place, everything that is not the page's text; returns the elements that hold its main content, if it marks them."""
    etree.strip_elements(root, *_UNREAD, with_tail=False)
    for mark in root.iter("sup"):
        if any((link.get("href") or "").startswith("#") for link in mark.iter("a")):
            mark.text = " " + (mark.text or "")  # the number of a note is no part of the word before it
    survey = _Survey(root)
    for element in survey.hidden:
        remove(element)
    whole = len(text_of(root)) if survey.named else 0
    for element in survey.named:
        if len(text_of(element)) < _MOST * whole and element.find(".//h1") is None:
            remove(element)
    return _main_parts(root, survey)


class _Survey:
    """One walk over all elements: those that are hidden, those that are called like boilerplate, those that may be the main content."""

    def __init__(self, root: Element) -> None:
        self.hidden: list[Element] = [element for element in root.iter("footer") if not _within(element, "article", "main", "blockquote")]
        self.named: list[Element] = []
        self.mains: list[Element] = list(root.iter("main"))
        self.articles: list[Element] = list(root.iter("article"))
        self.by_id: list[Element] = []
        verdicts: dict[str, bool] = {}
        for element in root.iter("*"):
            for name, value in element.items():
                if name == "class":
                    verdict = verdicts.get(value)
                    if verdict is None:
                        verdict = verdicts[value] = not _BOILERPLATE.isdisjoint(value.lower().split())
                    if verdict and element.tag not in _KEPT:
                        self.named.append(element)
                elif name in _TELLING:
                    self._note(element, name, value)

    def _note(self, element: Element, name: str, value: str) -> None:
        if name == "id":
            if value in _MAIN_IDS:
                self.by_id.append(element)
            elif value.lower() in _BOILERPLATE and element.tag not in _KEPT:
                self.named.append(element)
        elif name == "role" and value == "main":
            if element.tag != "main":
                self.mains.append(element)
        elif element.tag not in ("html", "body") and _hides(name, value):
            self.hidden.append(element)


_TELLING: Final = frozenset(("id", "role", "hidden", "style", "aria-hidden"))


def _hides(name: str, value: str) -> bool:
    if name == "style":
        return _HIDDEN_STYLE.search(value) is not None
    return name == "hidden" or (name == "aria-hidden" and value == "true") or (name == "role" and value.lower() in _ASIDE_ROLES)


def _within(element: Element, *tags: str) -> bool:
    return any(other.tag in tags for other in element.iterancestors())


def _main_parts(root: Element, survey: _Survey) -> list[Element]:
    """The outermost elements that hold the main content; empty if the page does not mark them."""
    for found in (survey.mains, survey.articles, survey.by_id):
        there = [element for element in found if _is_below(element, root)]
        parts = [element for element in there if not any(other in there for other in element.iterancestors())]
        if parts and any(text_of(part).strip() for part in parts):
            return parts
    return []


def _is_below(element: Element, root: Element) -> bool:
    return any(other is root for other in element.iterancestors())


def remove(element: Element) -> None:
    """Take an element out of its tree, but leave the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def text_of(element: Element) -> str:
    """All text inside, as it stands."""
    return cast("str", etree.tostring(element, method="text", encoding="unicode", with_tail=False))
