"""Appointments (iCalendar, RFC 5545) and contacts (vCard, RFC 6350): one section each, under its summary or name, in readable fields."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from pincite.domain.documents import Document, Location, OutlineEntry
from pincite.extraction.builder import TextBuilder
from pincite.extraction.markup.anchors import slug
from pincite.extraction.markup.own_text import cut_notice, decoded, distinct, shortened
from pincite.extraction.plain_text import read as read_plain
from pincite.extraction.source_file import Options, SourceFile

KINDS: Final = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VCARD"})
"""Components that people read; time zones, alarms and busy times are machinery."""
NAMES: Final = ("SUMMARY", "FN", "ORG", "NICKNAME", "EMAIL")
UNREAD: Final = frozenset(
    "BEGIN END VERSION PRODID UID DTSTAMP CREATED LAST-MODIFIED REV SEQUENCE TRANSP CLASS PRIORITY PHOTO LOGO SOUND KEY N ATTACH CALSCALE METHOD RRULE"
    " RECURRENCE-ID EXDATE CLIENTPIDMAP GEO TZ".split()
)
"""Fields for programs; a contact's name is read as it is shown (FN)."""
FIELD = re.compile(r"(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:\"[^\"]*\"|[^\":])*)?):(.*)", re.DOTALL)
NAMED = re.compile(r";CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
TIME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)\S*)?")
ESCAPED = re.compile(r"\\(.)")


@dataclass(slots=True)
class Card:
    """One appointment or contact: its readable fields as (name, value, line)."""

    fields: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])

    @property
    def name(self) -> str:
        """What it is called."""
        found = {name: value for name, value, _ in reversed(self.fields)}
        return shortened(next((" ".join(found[name].split()) for name in NAMES if found.get(name)), ""))


def read_cards(file: SourceFile, options: Options) -> Sequence[Document]:
    """All cards of the file as one document; a file without any as plain text. Raises `UnreadableError`."""
    text, encoding, notices = decoded(file)
    cards = [card for card in cards_of(text) if card.fields]
    if not cards:
        return read_plain(file, options)
    builder = TextBuilder(limit=options.max_text)
    outline: list[OutlineEntry] = []
    used: dict[str, int] = {}
    for card in cards:
        builder.begin_section()
        name = card.name
        place = Location(heading_path=(name,) if name else (), anchor=distinct(slug(name), used) or None)
        outline += [OutlineEntry(1, name, card.fields[0][2], anchor=place.anchor)] if name else []
        rows = [(row, line) for label, value, line in card.fields for row in shown(label, value).split("\n")]
        builder.add("\n".join(row for row, _ in rows), place, [line for _, line in rows])
    called = re.search(r"^X-WR-CALNAME[^:\n]*:(.+)$", text, re.MULTILINE)
    title = called[1].strip() if called else cards[0].name if len(cards) == 1 else ""
    said = (*notices, cut_notice(builder.length)) if builder.cut else notices
    return [
        Document(
            type=file.extension, text=builder.text, sections=builder.sections, title=title or file.stem, encoding=encoding, lines=builder.lines,
            outline=tuple(outline), notices=said, cut=builder.cut,
        ),
    ]  # fmt: skip


def cards_of(text: str) -> Iterator[Card]:
    """The cards in order; a component within a card (an alarm) is passed over."""
    card: Card | None = None
    kind, within = "", 0
    for line, row in unfolded(text):
        match = FIELD.fullmatch(row)
        if match is None:
            continue
        name, options, value = match[1].upper(), match[2], match[3]
        if name == "BEGIN":
            if card is not None:
                within += 1
            elif value.strip().upper() in KINDS:
                card, kind = Card(), value.strip().upper()
        elif name == "END" and card is not None:
            within -= 1
            if within < 0:
                yield card
                card, within = None, 0
        elif card is not None and not within and name not in UNREAD and not name.startswith("X-"):
            readable = value_of(name, options, value, kind)
            if readable:
                card.fields.append((name, readable, line))
    if card is not None:
        yield card


def unfolded(text: str) -> Iterator[tuple[int, str]]:
    """(line, content line): a line that begins with a blank goes on with the one before, and so does one after ``=`` in old vCards."""
    held, start = "", 0
    for number, row in enumerate(text.split("\n"), 1):
        if row[:1] in {" ", "\t"} and held:
            held += row[1:]
        elif held.endswith("=") and "QUOTED-PRINTABLE" in held.upper():
            held = f"{held[:-1]}{row}"
        else:
            if held:
                yield start, held
            held, start = row, number
    if held:
        yield start, held


def value_of(name: str, options: str, value: str, kind: str) -> str:
    """A value as a person reads it."""
    if "QUOTED-PRINTABLE" in options.upper():
        charset = re.search(r"CHARSET=([\w-]+)", options, re.IGNORECASE)
        try:
            value = quopri.decodestring(value.encode()).decode(charset[1] if charset else "utf-8", "replace")
        except LookupError:
            value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    if kind == "VCARD" and name in {"ADR", "ORG"}:
        value = ", ".join(filter(None, (part.strip() for part in re.split(r"(?<!\\);", value))))
    value = ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value).strip()
    if time := TIME.fullmatch(value):
        day = f"{time[1]}-{time[2]}-{time[3]}"
        return f"{day} {time[4]}:{time[5]}" if time[4] else day
    if name in {"ORGANIZER", "ATTENDEE"}:
        named = NAMED.search(options)
        value = f"{(named[1] or named[2]) if named else ''} {re.sub('^mailto:', '', value, flags=re.IGNORECASE)}".strip()
    return "\n".join(line.rstrip() for line in value.replace("\r", "").split("\n")).strip()


def shown(name: str, value: str) -> str:
    """``Location: Quay 3``; the name of a card stands for itself."""
    return value if name in {"SUMMARY", "FN", "DESCRIPTION", "NOTE", "COMMENT"} else f"{LABELS.get(name, name.capitalize())}: {value}"


LABELS: Final = {
    "DTSTART": "From", "DTEND": "To", "DUE": "Due", "TEL": "Phone", "EMAIL": "Mail", "ADR": "Address", "ORG": "Organisation", "BDAY": "Birthday", "URL": "Web",
}  # fmt: skip
