"""Replies are checked before anything is believed: what a model says of a candidate must name it, once, and agree with itself."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from pincite.domain.search import Verdict
from pincite.judging.chat import Piece, Reply
from pincite.judging.questions import SPECIFICITY, names

TOLERANCE = 0.01
"""How far a probability may lie on the wrong side of one half from the answer given with it."""
INVALID = "invalid_receipt"
MISSING = "missing_answer"


def verdicts(reply: Reply, count: int) -> list[Verdict]:
    """What *reply* says of each of *count* candidates, in whatever order it does; undecided where it says nothing that holds."""
    entries = _entries(reply.text, "verdicts")
    if entries is None:
        return [Verdict(reason=INVALID)] * count
    rows = [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
    told = Counter(str(row.get("id")) for row in rows)
    found: dict[str, Verdict] = {}
    for row in rows:
        name = str(row.get("id"))
        found[name] = _verdict(row, reply) if told[name] == 1 else Verdict(reason=INVALID)
    return [found.get(name, Verdict(reason=MISSING)) for name in names(count)]


def order(reply: Reply, count: int) -> list[int] | None:
    """The positions of *count* candidates, best first; None unless each is named exactly once."""
    entries = _entries(reply.text, "order")
    if entries is None or sorted(map(str, entries)) != sorted(names(count)):
        return None
    return [names(count).index(str(entry)) for entry in entries]


def _entries(text: str, key: str) -> Sequence[object] | None:
    """The list under *key* of the JSON object in *text*, which may stand between other words."""
    first, last = text.find("{"), text.rfind("}")
    try:
        found = json.loads(text[first : last + 1])[key]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return cast("list[object]", found) if isinstance(found, list) else None


def _verdict(row: dict[str, Any], reply: Reply) -> Verdict:
    answer, level = row.get("answers"), row.get("specificity")
    p = _measured(str(row.get("id")), reply)
    if p is None:
        p = row.get("p")
    if answer not in ("yes", "no") or level not in SPECIFICITY or not isinstance(p, int | float) or isinstance(p, bool):
        return Verdict(reason=INVALID)
    agrees = p >= 0.5 - TOLERANCE if answer == "yes" else p <= 0.5 + TOLERANCE
    if not 0 <= p <= 1 or not agrees:
        return Verdict(reason=INVALID)
    return Verdict(float(p), float(SPECIFICITY.index(level)))


def _measured(name: str, reply: Reply) -> float | None:
    """P(yes) against P(no) at the token that begins the answer on candidate *name*; None if the service told no probabilities."""
    at = reply.text.find(f'"{name}"')
    at = reply.text.find('"answers"', at) if at >= 0 else -1
    begin = next((i for i in range(at + 9, min(at + 40, len(reply.text))) if reply.text[i].isalpha()), None) if at >= 0 else None
    piece = _piece_at(reply.pieces, begin)
    if piece is None:
        return None
    chances = {"yes": 0.0, "no": 0.0}
    for token, chance in piece.chances.items():
        word = token.strip(' \n\t"\u2581\u0120').lower()
        said = next((answer for answer in chances if word and (answer.startswith(word) or word.startswith(answer))), None)
        if said is not None and not math.isnan(chance):
            chances[said] += math.exp(min(chance, 0.0))
    total = sum(chances.values())
    return chances["yes"] / total if total > 0 else None


def _piece_at(pieces: Sequence[Piece], at: int | None) -> Piece | None:
    """The token that holds character *at* of the text, if its alternatives are known."""
    end = 0
    for piece in pieces:
        end += len(piece.text)
        if at is not None and at < end:
            return piece if piece.chances else None
    return None
