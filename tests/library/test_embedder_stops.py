"""The embedder ends, whatever the index makes of its vectors."""

from types import SimpleNamespace

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import EncoderError
from pincite.encoding import HashingEncoder
from pincite.library.embed import Embedder


class _Forgetful:
    """An index that was opened for another encoder: it keeps no vectors of this one."""

    def __init__(self):
        self.offered = 0

    def snapshot(self):
        return SimpleNamespace(texts_without_vectors=lambda _: [("a", "a heron"), ("b", "a weir")], vector_count=0, passage_count=2, close=lambda: None)

    def put_vectors(self, _encoder_id, keys, _vectors):
        self.offered += len(keys)


def test_an_index_that_keeps_no_vectors_is_named_and_not_asked_for_ever():
    index = _Forgetful()

    with pytest.raises(EncoderError, match="another encoder"):
        Embedder(index, HashingEncoder(64), lambda _: None).run(CancelToken())

    assert index.offered == 2
