"""What all OOXML files share (ECMA-376 part 2): parts that point at each other by relationships, and core properties.

Namespaces differ between transitional, strict and odd writers; everything is told by local names.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, descendants, local, parse_xml, text_of
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.properties import iso_date, known, people, real_title, split_keywords
from pincite.extraction.office.story import Properties


@dataclass(frozen=True, slots=True)
class Relationship:
    """`role` is the last word of its type ("footnotes", "hyperlink"); `target` a part's name, or an address if `external`."""

    role: str
    target: str
    external: bool


def relationships(package: Package, part: str) -> Mapping[str, Relationship]:
    """What *part* points at, by relationship id; *part* "" is the package itself. Empty where there is none."""
    folder, name = posixpath.split(part)
    data = package.read_spare(posixpath.join(folder, "_rels", f"{name}.rels"))
    if data is None:
        return {}
    try:
        root = parse_xml(data)
    except UnreadableError:
        return {}
    found: dict[str, Relationship] = {}
    for item in descendants(root, "Relationship"):
        target = item.get("Target") or ""
        external = (item.get("TargetMode") or "").lower() == "external"
        role = (item.get("Type") or "").rstrip("/").rpartition("/")[2]
        found[item.get("Id") or ""] = Relationship(role, target if external else _resolve(folder, target), external)
    return found


def _resolve(folder: str, target: str) -> str:
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    return posixpath.normpath(path if path.startswith("/") else posixpath.join("/", folder, path)).lstrip("/")


def main_part(package: Package, *guesses: str) -> str:
    """The name of the part that holds the document; raises `UnreadableError` (DAMAGED) if there is none."""
    for relationship in relationships(package, "").values():
        if relationship.role == "officeDocument" and package.has(relationship.target):
            return relationship.target
    for guess in guesses:
        if package.has(guess):
            return guess
    raise UnreadableError(Reason.DAMAGED, "its main part is missing")


def parts(package: Package, part: str, role: str) -> list[str]:
    """The parts that *part* points at in this role, in the order of its relationships."""
    found = [item.target for item in relationships(package, part).values() if item.role == role and not item.external]
    return [name for name in dict.fromkeys(found) if package.has(name)]


def read_part(package: Package, name: str) -> Element | None:
    """A secondary part's root; None where it is missing or beyond repair: its document is worth reading without it."""
    data = package.read_spare(name)
    if data is None:
        return None
    try:
        return parse_xml(data)
    except UnreadableError:
        return None


def core_properties(package: Package) -> Properties:
    """Title, author, dates, subject, keywords and language from `docProps/core.xml`."""
    usual = "docProps/core.xml"
    names = parts(package, "", "core-properties")
    root = read_part(package, usual if usual in names or not names else names[0])
    if root is None:
        return Properties()
    fields = {local(item): text_of(item).strip() for item in root}
    created, modified = iso_date(fields.get("created")), iso_date(fields.get("modified"))
    keywords = split_keywords(fields.get("keywords"))
    metadata = known(
        author=people([fields.get("creator", "")]),
        date=modified or created,
        created=created,
        modified=modified,
        subject=fields.get("subject"),
        description=fields.get("description"),
        category=fields.get("category"),
        keywords=[*keywords],
        last_modified_by=fields.get("lastModifiedBy"),
    )
    return Properties(real_title(fields.get("title")), fields.get("language", ""), keywords, metadata)


def hyperlink_target(item: Element, targets: Mapping[str, Relationship]) -> str | None:
    """Where a hyperlink element leads outside of the file; None for a jump inside."""
    identifier = _relationship_id(item)
    relationship = targets.get(identifier) if identifier else None
    return relationship.target if relationship is not None and relationship.external else None


def _relationship_id(item: Element) -> str | None:
    for key, value in item.items():
        if key.endswith("}id"):
            return value
    return attribute(item, "id")
