"""`pincite feedback`, and what `pincite search` keeps for it: questions that found nothing, and which results answered."""

from __future__ import annotations

import argparse
import logging
from datetime import UTC, datetime

from pincite.cli.terminal import Terminal, plain
from pincite.domain.errors import QuestionError, StorageError
from pincite.domain.search import SearchResult
from pincite.domain.wording import counted
from pincite.settings import Settings
from pincite.workers.feedback import Label, Unanswered, forget_unanswered, keep_label, label, labels, note_outcome, unanswered

log = logging.getLogger(__name__)


def feedback(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """List the questions that found nothing, and the labels; with `--clear`, empty the list of questions."""
    if arguments.clear:
        forget_unanswered(settings.library)
    questions, said = unanswered(settings.library), labels(settings.library)
    if terminal.json:
        terminal.object({"unanswered": [_question_object(one) for one in questions], "labels": [_label_object(one) for one in said]})
        return 0
    for one in questions:
        terminal.result(f"{one.times:>4} x  {plain(one.text)}")
        terminal.result(f"        {plain(one.reason)} (last asked {one.asked_at})")
    for one in said:
        terminal.result(f"{'answered' if one.answered else 'did not answer'}: {plain(one.question)}  -  {plain(one.path)}")
    terminal.say(f"{counted(len(questions), 'question')} found nothing, {counted(len(said), 'result is', 'results are')} labelled")
    return 0


def keep(settings: Settings, arguments: argparse.Namespace, result: SearchResult, terminal: Terminal) -> None:
    """Keep what the command line says of *result*, and a person's question that found nothing.

    Raises `QuestionError` for a number that no result has, and `StorageError` if a label cannot be kept.
    """
    now = datetime.now(UTC)
    for number, answered in [(n, True) for n in arguments.answered] + [(n, False) for n in arguments.not_answered]:
        if not 1 <= number <= len(result.hits):
            raise QuestionError(f"There is no result {number}; this question has {len(result.hits)}.")
        keep_label(settings.library, label(result.query.text, result.hits[number - 1], now, answered=answered))
    if not terminal.json:  # a script's questions are nobody's
        try:
            note_outcome(settings.library, result, now)
        except StorageError:  # the answer stands all the same, as in a library on a read-only disk
            log.debug("the question is not kept", exc_info=True)


def _question_object(one: Unanswered) -> dict[str, object]:
    filters = [{"key": part.key, "value": part.value, "exclude": part.exclude} for part in one.filters]
    return {"question": one.text, "mode": one.mode.value, "filters": filters, "reason": one.reason, "times": one.times, "asked_at": one.asked_at}


def _label_object(one: Label) -> dict[str, object]:
    return {
        "question": one.question, "id": one.passage, "path": one.path, "answered": one.answered, "labelled_at": one.labelled_at,
        "scores": dict(one.scores),
    }
