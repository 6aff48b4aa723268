"""What a page says of itself in its head: title, language, address, and properties as the front matter of a note has them."""

from __future__ import annotations

from typing import Final

from pincite.domain.documents import Value
from pincite.extraction.markup.front_matter import KNOWN, words_of
from pincite.extraction.web.tree import Element

_KEYS: Final = {
    **{key: key for key in KNOWN - {"title", "lang", "id"}},
    "og:description": "description", "dc.description": "description", "dc.creator": "author", "article:author": "author",
    "dc.date": "date", "dcterms.date": "date", "dcterms.created": "date", "article:published_time": "date", "article:modified_time": "modified",
    "article:tag": "tags", "og:title": "og:title", "og:site_name": "site", "generator": "generator", "subject": "subject",
    "citation_title": "citation_title", "citation_author": "author", "citation_date": "date",
}  # fmt: skip
"""Names of meta elements, and the property that each fills. The first name to fill one has it, with all elements of that name."""
_LONGEST: Final = 2_000
"""Characters of a value that are kept."""
_MOST: Final = 200
"""Values of one property that are kept."""


def title_of(root: Element) -> str:
    """The page's title on one line; "" if it has none. The titles of drawings in it are none."""
    for element in root.iter("title"):
        parent = element.getparent()
        if parent is not None and parent.tag != "svg":
            return " ".join("".join(element.itertext()).split())
    return ""


def language_of(root: Element) -> str:
    """The ISO 639 code that the page declares; "" if it declares none."""
    given = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang") or ""
    code = given.strip().lower().replace("_", "-").split("-")[0]
    return code if 2 <= len(code) <= 3 and code.isalpha() else ""


def properties_of(root: Element) -> dict[str, Value]:
    """The properties in meta elements, a list where one is given several times; and the canonical address."""
    head = root.find("head")
    where = root if head is None else head
    names: dict[str, str] = {}
    found: dict[str, list[Value]] = {}
    for element in where.iter("meta"):
        name = (element.get("name") or element.get("property") or element.get("itemprop") or "").strip().lower()
        content = " ".join((element.get("content") or "").split())[:_LONGEST]
        key = _KEYS.get(name)
        if key and content and names.setdefault(key, name) == name and len(found.setdefault(key, [])) < _MOST:
            found[key].append(content)
    metadata: dict[str, Value] = {key: values[0] if len(values) == 1 else values for key, values in found.items()}
    for element in where.iter("link"):
        if "canonical" in (element.get("rel") or "").lower().split() and element.get("href"):
            metadata.setdefault("canonical", str(element.get("href")))
    return metadata


def tags_of(metadata: dict[str, Value]) -> tuple[str, ...]:
    """The page's keywords and tags, each once; a text may hold several between commas."""
    words = (word.lstrip("#") for key in ("tags", "tag", "keywords") for word in words_of(metadata.get(key)))
    return tuple(dict.fromkeys(word for word in words if word))
