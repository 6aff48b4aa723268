"""A language model as judge, reranker and writer, behind an OpenAI-compatible chat address. Nothing here runs unless the user has set one."""

from pincite.judging.answers import Answers
from pincite.judging.batches import Limits
from pincite.judging.chat import ChatEndpoint
from pincite.judging.judge import ChatJudge
from pincite.judging.reranker import ChatReranker
from pincite.judging.writer import ChatWriter

__all__ = ["Answers", "ChatEndpoint", "ChatJudge", "ChatReranker", "ChatWriter", "Limits"]
