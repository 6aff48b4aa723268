"""What was judged is remembered, so that a question asked again costs nothing. Kept as hashes and numbers, never as text."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress

from pincite.domain.protocols import Cache
from pincite.domain.search import Passage, Verdict
from pincite.judging.questions import BANK, head


def key_of(model: str, question: str, passage: Passage) -> str:
    """Names a judgement: model, version of the questions, question, and all that is shown of the passage."""
    shown = (model, BANK, question, passage.title, head(passage.text), passage.facets.get("genre"), passage.facets.get("concept"))
    return hashlib.sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()


class Answers:
    """Verdicts by key in a *cache*; what is undecided is not kept, so that it is asked again."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache: Cache = {} if cache is None else cache

    def known(self, keys: Sequence[str]) -> dict[str, Verdict]:
        """The verdicts that are remembered."""
        found: dict[str, Verdict] = {}
        for key in keys:
            with suppress(ValueError):  # not ours
                p_answers, specificity = (self._cache.get(key) or "").split()
                found[key] = Verdict(float(p_answers), float(specificity))
        return found

    def remember(self, verdicts: Mapping[str, Verdict]) -> None:
        """Keep what was decided."""
        self._cache.update(
            {key: f"{float(one.p_answers)!r} {float(one.specificity)!r}" for key, one in verdicts.items() if one.p_answers is not None}
        )
