"""A judged collection goes through the same index and ranker as a person's files."""

import pytest

from pincite.domain.search import Channel
from pincite.encoding import HashingEncoder
from pincite.evaluation import Collection, Item
from pincite.evaluation.postgres import PostgresBaseline, is_installed
from pincite.index import open_index
from pincite.library.bench import Bench
from pincite.splitting.auto import AutoSplitter

BIRDS = Collection(
    "birds",
    (Item("b1", "Heron", "A grey heron stands by the weir all winter."), Item("b2", "", "The kingfisher dives."), Item("b3", "", "Nothing.")),
    {"q1": "where does the heron stand?", "q2": "kingfisher", "q3": "unjudged"},
    {"q1": {"b1": 2}, "q2": {"b2": 1}},
)


@pytest.mark.parametrize("channel", list(Channel))
def test_the_right_documents_come_first(tmp_path, channel):
    encoder = HashingEncoder(256)
    bench = Bench(lambda name: open_index(tmp_path / name, (), encoder.id), AutoSplitter(400), lambda text: "en", encoder)

    (report,) = bench.measure(BIRDS, [channel])

    assert [ranking[0] for ranking in report.rankings.values()] == ["b1", "b2"]
    assert report.means["nDCG@10"] == 1
    assert all(0 <= p <= 1 for p, _ in report.estimates)
    assert sum(right for _, right in report.estimates) == 2


def test_without_an_encoder_only_words_are_measured(tmp_path):
    bench = Bench(lambda name: open_index(tmp_path / name), AutoSplitter(400), lambda text: "en")

    reports = bench.measure(BIRDS, list(Channel), limit=1)

    assert [(report.channel, len(report.rankings)) for report in reports] == [("keyword", 1)]


def test_a_question_is_answered_where_every_word_demanded_finds_nothing(tmp_path):
    asked = Collection(BIRDS.name, BIRDS.documents, {"q1": "where does the grey heron stand in summer?", "q2": "kingfisher"}, BIRDS.judgements)
    bench = Bench(lambda name: open_index(tmp_path / name), AutoSplitter(400), lambda text: "en")

    reports = {report.channel: report for report in bench.measure(asked, [Channel.KEYWORD], baselines=tmp_path)}

    assert list(reports)[-2:] == ["and", "keyword"]
    assert [list(ranking) for ranking in reports["and"].rankings.values()] == [[], ["b2"]]
    assert [ranking[0] for ranking in reports["keyword"].rankings.values()] == ["b1", "b2"]
    assert reports["keyword"].means["MRR"] > reports["and"].means["MRR"]


@pytest.mark.long
@pytest.mark.skipif(not is_installed(), reason="the extra bench is not installed")
def test_a_real_postgres_demands_every_word(tmp_path):
    with PostgresBaseline(tmp_path / "server", BIRDS.documents) as baseline:
        found = [baseline.ask(text, 10) for text in ("grey heron weir", "grey heron summer", "kingfisher dives", "it's a 'heron' & !(x) \0")]

    assert found == [["b1"], [], ["b2"], []]
