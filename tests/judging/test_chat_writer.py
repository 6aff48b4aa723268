"""A language model that writes contexts, and what becomes of one that does not answer."""

from __future__ import annotations

import pytest

from pincite.judging import ChatWriter
from pincite.judging.chat import NoReplyError, Reply
from pincite.judging.writer import GIVE_UP_AFTER, written


class Chat:
    """Gives its replies one after the other; an error is raised."""

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def ask(self, system, user, schema, *, timeout_s, max_tokens):
        self.asked.append((system, user, max_tokens))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply, 10)


def test_what_the_model_writes_is_given_within_its_tokens():
    chat = Chat('{"context": " On weirs. "}')

    assert ChatWriter(chat).write("Say where.", "a text", 200) == "On weirs."
    assert chat.asked == [("Say where.", "a text", 200)]


def test_a_service_that_fails_three_times_in_a_row_is_left_alone():
    dead = NoReplyError("unreachable", again=True)
    chat = Chat(dead, dead, '{"context": "a"}', dead, dead, dead)
    writer = ChatWriter(chat)

    said = [writer.write("i", "t", 200) for _ in range(9)]

    assert said == ["", "", "a", "", "", "", "", "", ""]
    assert len(chat.asked) == 3 + GIVE_UP_AFTER


@pytest.mark.parametrize(("reply", "context"), [('{"context": "a"}', "a"), (" plain words ", "plain words"), ('{"other": 1}', ""), ("[1]", ""), ('{"context": 3}', ""), (r'{"context": "b\ud83dt"}', "b?t"), ("b\ud83dt", "b?t"), ("[" * 100_000, "[" * 100_000)], ids=range(8))
def test_a_reply_of_another_shape_is_read_or_left(reply, context):
    assert written(reply) == context
