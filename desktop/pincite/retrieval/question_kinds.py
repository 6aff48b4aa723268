"""What sort of answer a question wants, by rules; and which genres give it (seed system 002)."""

from __future__ import annotations

import re

KINDS = ("definition", "how_to", "comparison", "evidence_or_data", "opinion", "other")
"""Every value of a question's kind."""
KIND_GENRES: dict[str, tuple[str, ...]] = {
    "definition": ("reference_docs", "article_or_essay"),
    "how_to": ("tutorial_or_guide",),
    "comparison": ("article_or_essay", "paper"),
    "evidence_or_data": ("paper", "dataset_or_benchmark"),
    "opinion": ("opinion_or_discussion",),
    "other": (),
}
"""The genres that suit each kind."""
_RULES = (
    ("comparison", (r"\b(?:vs\.?|versus|compar\w*|differ\w* (?:between|from)|difference|better than|worse than|or rather|instead of"
     r"|pros and cons|unterschied\w*|vergleich\w*|différence|diferencia|differenza|отлич\w*|разниц\w*|сравн\w*)\b|区别|區別|比较|比較|違い|차이")),
    ("opinion", (r"\b(?:should (?:i|we|you|one)|opinions?|think (?:of|about)|thoughts on|recommend\w*|worth|best|favou?rite|believe\w*"
     r"|meinung\w*|soll(?:te)? (?:ich|man|wir)|avis|opini[oó]n\w*|мнени\w*|стоит ли|лучше)\b|意见|意見|看法|おすすめ|의견|추천")),
    ("how_to", (r"\b(?:how (?:do|can|to|should|would|does one)|steps? (?:to|for)|guide|tutorial|set ?up|install\w*|configure|instructions?"
     r"|wie (?:kann|mache|macht|soll|stelle|richte|geht|installier\w*)|anleitung\w*|comment (?:faire|puis|peut|on)|cómo (?:se|puedo|hacer)"
     r"|come (?:si|posso|fare)|как (?:сделать|настроить|установить|мне|можно|нужно)|hoe (?:kan|moet|doe))\b|如何|怎么|怎麼|怎样|方法は|어떻게")),
    ("evidence_or_data", (r"\b(?:how (?:many|much|often|long|far|large|big|high|old|fast)|evidence|data|statistics?|stud(?:y|ies)|measur\w*|percent\w*"
     r"|results?|rates?|numbers? of|figures|benchmark\w*|experiment\w*|wie ?viele?|combien|cuánt[oa]s?|quant[oiae]|quantos|сколько"
     r"|данны\w*|hoeveel|berapa|ile|كم)\b|多少|几个|幾個|いくつ|どのくらい|얼마|몇")),
    ("definition", (r"\b(?:what(?:'s|’s| is| are| was| were| does \w+ mean)|define|definition\w*|meaning of|means|who (?:is|was)|explain"
     r"|was (?:ist|sind|bedeutet|heißt)|bedeutung|qu(?:'|’)est-ce|que es|qué (?:es|son)|cos(?:'|’)è|cosa è|o que é|что (?:такое|значит|это)"
     r"|wat is|apa (?:itu|yang dimaksud)|ما (?:هو|هي))\b|什么是|什麼是|是什么|是什麼|とは|무엇")),
)  # fmt: skip
_COMPILED = tuple((kind, re.compile(rule, re.IGNORECASE)) for kind, rule in _RULES)
_LOOKED_AT = 400
"""Characters at the head of a question that decide; what follows is pasted material."""


def question_kind(text: str) -> str:
    """One of `KINDS`: the first rule that fits, from the most telling to the least."""
    head = text[:_LOOKED_AT]
    return next((kind for kind, rule in _COMPILED if rule.search(head)), "other")


def kind_matches(kind: str, genre: str) -> bool:
    """Whether a document of this genre suits this kind of question; letters' case and spaces do not matter."""
    name = genre.strip().lower().replace(" ", "_")
    return bool(name) and name in KIND_GENRES.get(kind, ())
