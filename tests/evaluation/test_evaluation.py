"""Measures agree with the field's own tool; collections and run files survive the way to the disk and back."""

import json

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import AP, RR, R, nDCG

from pincite.domain.errors import SettingsError, StorageError
from pincite.evaluation import Report, load_collection, mean, measure, ndcg, paired_p, read_run, run, write_run

documents = st.lists(st.sampled_from([f"d{i}" for i in range(30)]), unique=True, max_size=25)
grades = st.dictionaries(st.sampled_from([f"d{i}" for i in range(30)]), st.integers(1, 4), min_size=1, max_size=12)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(documents, grades), min_size=1, max_size=4))
def test_measures_agree_with_trec_eval(questions):
    rankings = {f"q{i}": ranking for i, (ranking, _) in enumerate(questions)}
    judged = {f"q{i}": graded for i, (_, graded) in enumerate(questions)}

    ours = {name: mean(values) for name, values in measure(rankings, judged).items()}

    qrels = [ir_measures.Qrel(q, d, g) for q, graded in judged.items() for d, g in graded.items()]
    results = [ir_measures.ScoredDoc(q, d, 100.0 - i) for q, ranking in rankings.items() for i, d in enumerate(ranking)]
    if results:
        theirs = ir_measures.calc_aggregate([nDCG @ 10, R @ 100, AP, RR], qrels, results)
        expected = {"nDCG@10": theirs[nDCG @ 10], "recall@100": theirs[R @ 100], "MAP": theirs[AP], "MRR": theirs[RR]}
        assert ours == pytest.approx(expected, abs=1e-9)


def test_the_ideal_ranking_scores_one_and_an_empty_one_nothing():
    graded = {"a": 2, "b": 1}

    assert ndcg(["a", "b", "c"], graded) == pytest.approx(1)
    assert ndcg([], graded) == 0
    assert ndcg(["b", "a"], graded) < 1


def test_a_question_without_a_ranking_counts_zero():
    values = measure({}, {"q": {"a": 1}})

    assert {name: mean(per) for name, per in values.items()} == {"nDCG@10": 0, "recall@100": 0, "MAP": 0, "MRR": 0}


def test_the_paired_test_sees_a_steady_gain_and_not_a_wobble():
    base = {f"q{i}": 0.5 for i in range(40)}
    better = dict.fromkeys(base, 0.52)
    wobble = {q: 0.5 + (0.02 if i % 2 else -0.02) for i, q in enumerate(base)}

    assert paired_p(better, base) < 0.01
    assert paired_p(wobble, base) > 0.5
    assert paired_p(base, base) == 1.0


@given(st.dictionaries(st.text("abc xy%é", min_size=1, max_size=8).filter(lambda s: s.strip() == s and "%20" not in s), documents, max_size=4))
@settings(max_examples=20, deadline=None)
def test_a_run_file_gives_back_its_rankings(tmp_path_factory, rankings):
    path = tmp_path_factory.mktemp("run") / "a.run"
    kept = {q: ranking for q, ranking in rankings.items() if ranking}

    write_run(path, rankings)

    assert read_run(path) == kept


def test_a_run_file_that_cannot_be_written_is_a_storage_error(tmp_path):
    with pytest.raises(StorageError):
        write_run(tmp_path / "no" / "such" / "folder", {"q": ["d"]})


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps({"id": f"d{i}", "title": "", "text": f"text {i}"}) + "\n" for i in range(3)))
    (tmp_path / "queries.jsonl").write_text('{"id": "q1", "text": "text 1"}\n{"id": "q2", "text": "nobody knows"}\n')
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n")
    return tmp_path


def test_a_collection_is_read_with_its_judgements(folder):
    collection = load_collection(folder)

    assert [item.id for item in collection.documents] == ["d0", "d1", "d2"]
    assert collection.judgements == {"q1": {"d1": 2}}
    assert collection.judged == ["q1"]


def test_judged_questions_are_asked_in_order_and_measured(folder):
    report = run(load_collection(folder), "keyword", lambda text: ["d0", "d" + text[-1]])

    assert report.rankings == {"q1": ["d0", "d1"]}
    assert report.means["MRR"] == 0.5
    assert len(report.times_ms) == 1


def test_a_share_of_the_questions_is_answered_within_a_time():
    report = Report("notes", "keyword", {}, {}, [30.0, 10.0, 20.0, 40.0])

    assert [report.time_ms(share) for share in (0.0, 0.5, 0.95, 1.0)] == [10.0, 20.0, 40.0, 40.0]
    assert Report("notes", "keyword", {}, {}).time_ms(0.5) == 0.0


GOOD = b'{"id": 1, "text": "weir"}\n'


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("corpus.jsonl", b"{no", "line 1: this is not JSON"), ("corpus.jsonl", GOOD + b"[" * 100_000, "line 2: this is not JSON"),
        ("corpus.jsonl", GOOD + b"7", "line 2: an object"), ("corpus.jsonl", b'{"id": 1}', "line 1: an object"),
        ("corpus.jsonl", b'{"id": 1, "text": null}', "line 1: an object"), ("queries.jsonl", b'{"text": "weir"}', "line 1: an object"),
        ("queries.jsonl", b"\xff", "is not text in UTF-8"), ("qrels.tsv", b"\xff", "is not text in UTF-8"), ("qrels.tsv", b"h\nq1 d1 1", "line 2"),
    ],
)  # fmt: skip
def test_a_damaged_collection_is_named_with_its_line(folder, name, data, fault):
    (folder / name).write_bytes(data)

    with pytest.raises(SettingsError, match=fault):
        load_collection(folder)


def test_a_missing_collection_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_collection(tmp_path / "nowhere")
