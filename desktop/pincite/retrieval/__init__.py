"""From a question to ranked documents: terms, channels, fusion, judge, order, explanation. Touches no disk."""

from pincite.retrieval.answer import Answer, RankedDocument, RankedPassage
from pincite.retrieval.pipeline import Ranker
from pincite.retrieval.question import Question, read_question

__all__ = ["Answer", "Question", "RankedDocument", "RankedPassage", "Ranker", "read_question"]
