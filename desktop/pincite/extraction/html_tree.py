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

    def getparent(self) -> Element | None:
        """The element that it stands in."""
        ...

    def getprevious(self) -> Element | None:
        """The sibling before it."""
        ...

    def remove(self, child: Element) -> None:
        """Take out a child, with the text that follows it."""
        ...


_UNREAD: Final = (
    "script", "style", "template", "noscript", "svg", "iframe", "object", "embed", "canvas", "audio", "video", "map", "select", "datalist",
    "button", "textarea", "annotation", "annotation-xml", "rp", "nav", "menu", "dialog", etree.Comment, etree.ProcessingInstruction,
)
_MAYBE_HIDDEN = etree.XPath("//*[@hidden or @style or @aria-hidden or @role]")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ASIDE_ROLES: Final = frozenset("navigation search menu menubar contentinfo banner toolbar alertdialog".split())
_OUTSIDE = etree.XPath("//footer[not(ancestor::article or ancestor::main or ancestor::blockquote)]")
_MAIN = (
    etree.XPath("//main | //*[@role='main']"),
    etree.XPath("//article[not(ancestor::article)]"),
    etree.XPath("//*[@id='content' or @id='main-content' or @id='main' or @id='bodyContent' or @id='article']"),
)
_CLASSED = ("div", "ul", "ol", "section", "aside", "table", "header", "footer", "form", "td", "p", "a", "span", "sup")
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
_MOST: Final = 0.7
"""Share of the page above which a part is not taken for boilerplate, whatever it is called."""


def parse(text: str) -> Element | None:
    """The page's root; None if there is none or its nesting is too deep for this parser."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True)
    try:
        root = cast("Element | None", etree.fromstring(text.encode("utf-8", "replace"), parser=parser))
    except etree.LxmlError:
        return None
    too_deep = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    return None if too_deep else root


def strip_unread(root: Element) -> None:
    """Take out, in place, everything that is not the page's text."""
    etree.strip_elements(root, *_UNREAD, with_tail=False)
    for element in cast("list[Element]", _MAYBE_HIDDEN(root)):
        if _is_hidden(element):
            remove(element)
    for element in cast("list[Element]", _OUTSIDE(root)):
        remove(element)
    whole = 0
    for element in list(_named_boilerplate(root)):
        whole = whole or len(text_of(root))
        if element.find(".//h1") is None and len(text_of(element)) < _MOST * whole:
            remove(element)


def _is_hidden(element: Element) -> bool:
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or element.get("role", "").lower() in _ASIDE_ROLES
        or _HIDDEN_STYLE.search(element.get("style", "")) is not None
    )


def _named_boilerplate(root: Element) -> Iterator[Element]:
    for element in root.iter(*_CLASSED):
        names = element.get("class")
        name = element.get("id")
        if (names and not _BOILERPLATE.isdisjoint(names.lower().split())) or (name and name.lower() in _BOILERPLATE):
            yield element


def main_parts(root: Element) -> list[Element]:
    """The elements that hold the page's main content, outermost ones; empty if it does not mark them."""
    for xpath in _MAIN:
        found = cast("list[Element]", xpath(root))
        parts = [element for element in found if not any(other in found for other in element.iterancestors())]
        if parts and any(text_of(part).strip() for part in parts):
            return parts
    return []


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
