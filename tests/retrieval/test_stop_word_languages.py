"""A question in each language loses the words that only hold it together, keeps the others, and is searched whole if nothing else is there."""

import pytest

from pincite.retrieval.question import read_question
from pincite.retrieval.stop_words import STOP_WORD_LANGUAGES, stop_words

QUESTIONS = {
    "ar": ("من يصلح الشباك", "من"), "bg": ("кой поправя мрежата", "кой"), "ca": ("qui repara la xarxa del pescador", "qui la del"),
    "cs": ("kdo opravoval síť", "kdo"), "da": ("hvem reparerer garnet", "hvem"), "de": ("wer repariert den Leuchtturm", "wer den"),
    "el": ("ποιος επισκευάζει το δίχτυ", "ποιος το"), "en": ("how is the lantern repaired", "how is the"),
    "es": ("quién repara la red del pescador", "quién la del"), "et": ("kes parandas võrku", "kes"), "fa": ("تور را تعمیر", "را"),
    "fi": ("kuka korjasi verkon", "kuka"), "fr": ("comment réparer une lanterne de marin", "comment une de"), "he": ("מי תיקן את הרשת", "מי את"),
    "hi": ("मछुआरे का जाल", "का"), "hu": ("ki javította a hálót", "ki a"), "id": ("siapa yang memperbaiki jaring", "siapa yang"),
    "it": ("chi ripara la rete del pescatore", "chi la del"), "lt": ("kas taisė tinklą", "kas"), "nl": ("wie repareert het net van de visser", "wie het van de"),
    "no": ("hvem reparerer garnet", "hvem"), "pl": ("kto naprawił sieć", "kto"), "pt": ("quem conserta a rede do barco", "quem a do"),
    "ro": ("cine repară plasa", "cine"), "ru": ("кто чинил сеть", "кто"), "sr": ("ко је поправио мрежу", "ко је"), "sv": ("vem lagar nätet", "vem"),
    "tr": ("ağı kim onardı", "kim"), "uk": ("хто лагодив сіть", "хто"), "vi": ("ai sửa lưới", "ai"),
}  # fmt: skip
"""A question, and those of its words that carry nothing, by language."""


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_question_keeps_its_content_alone(language):
    text, empty = QUESTIONS[language]

    question = read_question(text, [language])

    searched = [term.text for term in question.terms]
    assert searched == [word for word in text.split() if word not in empty.split()]
    assert {report.text for report in question.reports if report.why == "stop word"} == set(empty.split())


@pytest.mark.parametrize("language", sorted(set(STOP_WORD_LANGUAGES) & set(QUESTIONS)))
def test_a_question_of_stop_words_alone_is_searched(language):
    words = " ".join(QUESTIONS[language][1].split())

    question = read_question(words, [language])

    assert [term.text for term in question.terms] == words.split()


def test_at_least_twenty_languages_have_stop_words_in_their_exact_form():
    assert len(STOP_WORD_LANGUAGES) >= 20
    assert all(word == word.lower() for language in STOP_WORD_LANGUAGES for word in stop_words(language))
