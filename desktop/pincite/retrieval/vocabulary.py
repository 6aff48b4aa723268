"""What the library calls things, so that an answer can name a mismatch instead of ranking around it (seed system 001)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Count, Entry, Filter, Order, Query
from pincite.retrieval.values import FIXED, plain, same

NAMED = 8
"""Keys or values that a note lists."""
OFFERED = 3
"""Near spellings and titles that a note offers."""
NONE = "(none)"
ALWAYS = ("title", "path", "name", *FIXED)
"""Attributes that every document has without stating them."""


def edits(one: str, other: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours from *one* word to the *other* (Damerau, restricted)."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, sign in enumerate(other, 1):
            cell = min(above[column] + 1, current[-1] + 1, above[column - 1] + (letter != sign))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == sign:
                cell = min(cell, before[column - 2] + 1)
            current.append(cell)
        before, above = above, current
    return above[-1]


def nearest(word: str, choices: Iterable[str], limit: int = OFFERED) -> list[str]:
    """Those of *choices* that *word* may have been meant to be: at most a third of its letters away, or beginning alike; nearest first."""
    asked = plain(word)[:60]
    found = [(away, choice) for choice in choices if (away := _away(asked, plain(choice)[:60])) is not None]
    return [choice for _, choice in sorted(found, key=lambda pair: pair[0])[:limit]]


def _away(asked: str, name: str) -> int | None:
    """How many letters *asked* is from *name* or the nearest of its words; None if too many."""
    if len(asked) >= 2 and (name.startswith(asked) or (len(name) >= 2 and asked.startswith(name))):
        return 0
    most = max(1, len(asked) // 3)
    near = [edits(asked, part) for part in {name, *re.split(r"[\s_/.-]+", name)} if part and abs(len(part) - len(asked)) <= most]
    away = min(near, default=most + 1)
    return away if away <= most else None


def keys_with_counts(snapshot: Snapshot) -> list[Count]:
    """Each facet key with how many documents carry it, most first."""
    live = snapshot.document_mask(())
    total = int(live.sum())
    keys = list(snapshot.facet_keys())
    counts = [Count(key, total - _without(values)) for key, values in snapshot.facet_counts(live, keys).items()]
    return sorted((count for count in counts if count.documents), key=lambda count: (-count.documents, count.value))


def values_with_counts(snapshot: Snapshot, key: str) -> list[Count]:
    """Each value of *key* with its documents, most first; "(none)" is not among them."""
    return [count for count in snapshot.facet_counts(snapshot.document_mask(()), [key])[key] if count.value != NONE]


def _without(values: Sequence[Count]) -> int:
    return next((count.documents for count in values if count.value == NONE), 0)


def titled(snapshot: Snapshot, name: str, limit: int = OFFERED) -> list[Entry]:
    """Documents whose title, alias, file name or its stem IS *name*: letter case and a leading ``@`` on either side ignored."""
    wanted = _bare(name)
    live = snapshot.document_mask(())
    return [entry for entry in snapshot.entries() if live[entry.document] and wanted and wanted in names_of(entry)][:limit]


def names_of(entry: Entry) -> set[str]:
    """Everything a person may call a document, prepared for comparing."""
    name = entry.relative.rsplit("/", 1)[-1]
    return {_bare(text) for text in (entry.title, *entry.aliases, name, name.rpartition(".")[0] or name, entry.relative)}


def _bare(text: str) -> str:
    return plain(text).removeprefix("@")


def about_key(snapshot: Snapshot, key: str, value: str = "") -> str:
    """Nobody carries *key*: what there is instead, and the document that *value* names."""
    counts = keys_with_counts(snapshot)
    near = nearest(key, [count.value for count in counts])
    offered = f" Did you mean {_listed(near)}?" if near else ""
    return f"No document has “{key}”.{offered} Keys here: {_counted(counts)}.{about_title(snapshot, value)}"


def about_value(snapshot: Snapshot, key: str, value: str) -> str:
    """Nobody has *value* under *key*: the nearest, what there is, and the document that it names."""
    counts = values_with_counts(snapshot, key)
    near = nearest(value, [count.value for count in counts])
    offered = f" Did you mean {_listed(near)}?" if near else ""
    return f"No document has {key} “{value}”.{offered} Values of {key}: {_counted(counts)}.{about_title(snapshot, value)}"


def about_title(snapshot: Snapshot, value: str) -> str:
    """Offers the documents that are called *value*; "" if none is."""
    found = titled(snapshot, value) if value else []
    return f" But there is a document called {_listed([f'{entry.title} ({entry.relative})' for entry in found])}." if found else ""


def about_filters(snapshot: Snapshot, filters: Sequence[Filter]) -> tuple[str, ...]:
    """A sentence for each filter whose key or value nobody has."""
    keys = set(snapshot.facet_keys())
    notes: list[str] = []
    for wanted in filters:
        if wanted.key not in keys:
            if wanted.value != NONE:
                notes.append(about_key(snapshot, wanted.key, wanted.value))
        elif wanted.value != NONE and not _is_there(snapshot, wanted):
            notes.append(about_value(snapshot, wanted.key, wanted.value))
    return tuple(dict.fromkeys(notes))


def _is_there(snapshot: Snapshot, wanted: Filter) -> bool:
    return bool(snapshot.document_mask((Filter(wanted.key, wanted.value),)).any())


def by_value(snapshot: Snapshot, filters: Sequence[Filter]) -> tuple[Filter, ...]:
    """*filters* with each number spelt as the library spells it, where it has the same number in another form (``1`` for ``1.0``).

    Texts are left as they are: a facet value is exact. Raises nothing.
    """
    keys = set(snapshot.facet_keys())
    spelt: list[Filter] = []
    for wanted in filters:
        if wanted.key not in keys or not wanted.value.strip()[:1].strip("+-.").isdecimal():
            spelt.append(wanted)
            continue
        values = [count.value for count in values_with_counts(snapshot, wanted.key)]
        equal = [wanted.value] if wanted.value in values else [value for value in values if same(value, wanted.value)]
        spelt += [Filter(wanted.key, value, wanted.exclude) for value in equal] or [wanted]
    return tuple(spelt)


def about_order(snapshot: Snapshot, order: Order) -> str:
    """Nobody carries the key of *order*: the list keeps its relevance, and says so."""
    return f"{about_key(snapshot, order.key)} The order by relevance was kept."


def about_selection(snapshot: Snapshot, query: Query, found: int, *, reasoned: bool) -> tuple[str, ...]:
    """What an answer must say of its filters and order: names that nobody has, and why nothing is left, unless it is *reasoned*."""
    notes = list(about_filters(snapshot, query.filters))
    if query.order is not None and query.order.key not in (*ALWAYS, *snapshot.facet_keys()):
        notes.append(about_order(snapshot, query.order))
    if not found and not notes and not reasoned and query.filters:
        notes.append("No document passes all of these filters together.")
    return tuple(notes)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _counted(counts: Sequence[Count]) -> str:
    if not counts:
        return "none"
    more = len(counts) - NAMED
    return ", ".join(f"{count.value} {count.documents:,}" for count in counts[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
