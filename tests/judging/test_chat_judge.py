"""A language model as judge and reranker, tried against a real local server that may misbehave."""

import json
import math
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Location
from pincite.domain.errors import Cancelled, SettingsError
from pincite.domain.search import Passage, Verdict
from pincite.judging import Answers, ChatEndpoint, ChatJudge, ChatReranker
from pincite.judging.batches import Limits
from pincite.judging.chat import Piece, Reply
from pincite.judging.questions import head
from pincite.judging.receipts import order, verdicts


def passage(n, text="", **facets):
    text = text or f"note number {n} about herons"
    return Passage(
        id=f"i{n}", number=n, document=n, path=f"/notes/{n}.md", root="notes", relative=f"{n}.md", member="", title=f"Note {n}", type="md",
        language="en", text=text, offset=0, length=len(text), location=Location(), passage=1, passages=1, facets=facets,
    )  # fmt: skip


def verdict(name, answers="yes", p=0.9, specificity="direct"):
    return {"id": name, "answers": answers, "p": p, "specificity": specificity}


class _Chat(BaseHTTPRequestHandler):
    """An OpenAI-compatible chat service that knows every answer, and answers as `server.fault` says."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.path, body))
        self.server.keys.append(self.headers["Authorization"])
        fault = self.server.faults.pop(0) if self.server.faults else self.server.fault
        if fault == "slow":
            self.server.release.wait(20)
        if fault == "cut":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{")
            return
        if fault == "500" or (fault == "no schema" and "response_format" in body):
            self.send_error(400 if fault == "no schema" else 500)
            return
        self._answer(fault, json.loads(body["messages"][1]["content"])["passages"])

    def _answer(self, fault, passages):
        names = [row["id"] for row in passages]
        rows = [verdict(row["id"], "yes" if "heron" in row["text"] else "no", 0.9 if "heron" in row["text"] else 0.2) for row in passages]
        if fault == "out of order":
            rows.reverse()
        if fault == "one missing":
            rows = rows[1:]
        text = json.dumps({"verdicts": rows, "order": names[::-1]})
        text = {"wrong json": "I think the first one is best.", "chatty": f"Here it is:\n```json\n{text}\n```"}.get(fault, text)
        answer = {"choices": [{"message": {"content": text}}], "usage": {"total_tokens": 50}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"[]" if fault == "no choices" else json.dumps(answer).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def service():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Chat)
    server.daemon_threads = True
    server.seen, server.keys, server.fault, server.faults, server.release = [], [], "", [], threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.release.set()
    server.shutdown()
    thread.join()
    server.server_close()


def chat(service):
    return ChatEndpoint(f"http://127.0.0.1:{service.server_port}/v1", "toy")


def ask(service, passages, **limits):
    return ChatJudge(chat(service), Limits(**limits, pause_s=0)).judge("where do herons stand?", passages, CancelToken())


def test_45_candidates_are_asked_in_three_batches(service):
    passages = [passage(n) for n in range(45)]

    found = ask(service, passages)

    sizes = [len(json.loads(body["messages"][1]["content"])["passages"]) for _, body in service.seen]
    assert sorted(sizes) == [5, 20, 20]
    assert {path for path, _ in service.seen} == {"/v1/chat/completions"}
    assert found == [Verdict(0.9, 3.0)] * 45


def test_a_model_is_shown_title_genre_and_400_characters_without_wikilinks(service):
    text = "See [[plan|the plan]] and [[birds]]. " + "heron " * 200

    ask(service, [passage(1, text, genre=("paper",))])

    shown = json.loads(service.seen[0][1]["messages"][1]["content"])["passages"][0]
    assert shown["text"].startswith("See the plan and birds. heron")
    assert len(shown["text"]) <= 400
    assert (shown["title"], shown["genre"]) == ("Note 1", ["paper"])


def test_the_order_of_a_reply_does_not_matter(service):
    passages = [passage(1), passage(2, "a ledger in blue"), passage(3)]
    service.fault = "out of order"

    found = ask(service, passages)

    assert [v.p_answers for v in found] == [0.9, 0.2, 0.9]


def test_a_reply_between_other_words_is_read(service):
    service.fault = "chatty"

    found = ask(service, [passage(1)])

    assert found == [Verdict(0.9, 3.0)]


def test_a_service_that_refuses_schemas_is_asked_without(service):
    service.fault = "no schema"
    judge = ChatJudge(chat(service))

    first = judge.judge("herons?", [passage(1)], CancelToken())
    judge.judge("herons at night?", [passage(1)], CancelToken())

    assert first == [Verdict(0.9, 3.0)]
    assert ["response_format" in body for _, body in service.seen] == [True, False, False]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("500", "retries"), ("wrong json", "invalid_receipt"), ("no choices", "retries"), ("cut", "retries"), ("one missing", "missing_answer")],
)
def test_what_a_broken_service_leaves_open_is_undecided_with_its_reason(service, fault, reason):
    service.fault = fault

    found = ask(service, [passage(1), passage(2)])

    assert found[0] == Verdict(reason=reason)
    assert found[1] == (Verdict(0.9, 3.0) if fault == "one missing" else Verdict(reason=reason))


def test_a_failure_that_passes_is_tried_again(service):
    service.faults = ["500", "cut"]

    found = ask(service, [passage(1)])

    assert found == [Verdict(0.9, 3.0)]
    assert len(service.seen) == 3


def test_a_slow_service_costs_no_more_than_its_time(service):
    service.faults = ["slow"]

    found = ask(service, [passage(n) for n in range(40)], time_s=1.0)

    assert sorted(v.reason for v in found) == [""] * 20 + ["timeout"] * 20


def test_a_service_that_is_not_there_is_undecided():
    judge = ChatJudge(ChatEndpoint("http://127.0.0.1:9", "toy"), Limits(pause_s=0))

    found = judge.judge("herons?", [passage(1)], CancelToken())

    assert found == [Verdict(reason="retries")]


def test_beyond_the_budget_nothing_is_asked(service):
    found = ask(service, [passage(n) for n in range(40)], tokens=3_000)

    assert len(service.seen) == 1
    assert [v.reason for v in found] == [""] * 20 + ["budget"] * 20


def test_a_cancelled_question_is_left_at_once(service):
    service.fault = "slow"
    token = CancelToken()
    threading.Timer(0.1, token.cancel).start()

    with pytest.raises(Cancelled):
        ChatJudge(chat(service)).judge("herons?", [passage(1)], token)

    assert not service.release.is_set()


def test_what_was_judged_is_not_asked_again(service):
    kept, passages = {}, [passage(1), passage(2)]
    ChatJudge(chat(service), answers=Answers(kept)).judge("herons?", passages[:1], CancelToken())

    found = ChatJudge(chat(service), answers=Answers(kept)).judge("herons?", passages, CancelToken())

    assert found == [Verdict(0.9, 3.0)] * 2
    assert [len(json.loads(body["messages"][1]["content"])["passages"]) for _, body in service.seen] == [1, 1]


def test_what_was_left_undecided_is_asked_again(service):
    service.faults = ["wrong json"]
    judge = ChatJudge(chat(service))

    first = judge.judge("herons?", [passage(1)], CancelToken())
    second = judge.judge("herons?", [passage(1)], CancelToken())

    assert first == [Verdict(reason="invalid_receipt")]
    assert second == [Verdict(0.9, 3.0)]


def test_the_memory_holds_no_text(service):
    kept = {}

    ChatJudge(chat(service), answers=Answers(kept)).judge("where do herons stand?", [passage(1)], CancelToken())

    assert list(kept.values()) == ["0.9 3.0"]
    assert "heron" not in str(kept)


@pytest.mark.parametrize("odd", ["", "0.5", "0.5 1.0 2.0", "half 1.0"])
def test_a_value_that_is_no_verdict_is_none(odd):
    answers = Answers({"k": odd})

    answers.remember({"j": Verdict(0.5, 1.0), "i": Verdict(reason="timeout")})

    assert answers.known(["k", "j", "i"]) == {"j": Verdict(0.5, 1.0)}


@pytest.mark.parametrize("address", ["", "file:///etc/passwd", "http://", "http://[half", "http://host:port"])
def test_an_address_must_be_one_of_the_web(address):
    with pytest.raises(SettingsError, match="http"):
        ChatEndpoint(address, "toy")


def test_the_key_goes_with_every_request(service):
    endpoint = ChatEndpoint(f"http://127.0.0.1:{service.server_port}", "toy", key="s3cret")

    reply = endpoint.ask("system", json.dumps({"passages": []}), {}, timeout_s=5, max_tokens=5)

    assert reply.tokens == 50
    assert service.keys == ["Bearer s3cret"]


def test_a_reranker_gives_the_order_of_the_model(service):
    passages = [passage(n) for n in range(25)]

    places = ChatReranker(chat(service)).rerank("herons?", passages, CancelToken())

    assert places == [*range(19, -1, -1), *range(20, 25)]


@pytest.mark.parametrize("fault", ["500", "wrong json", "no choices"])
def test_a_failing_reranker_changes_nothing(service, fault):
    service.fault = fault

    places = ChatReranker(chat(service), Limits(pause_s=0)).rerank("herons?", [passage(n) for n in range(4)], CancelToken())

    assert places == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "row",
    [
        verdict("p1", "no", 0.9), verdict("p1", "yes", 0.2), verdict("p1", p=1.2), verdict("p1", p=float("nan")), verdict("p1", p="high"),
        verdict("p1", p=True), verdict("p1", "maybe"), verdict("p1", specificity="very"), verdict("p1", specificity=["direct"]), {"id": "p1"},
    ],
)  # fmt: skip
def test_a_verdict_that_does_not_agree_with_itself_is_undecided(row):
    found = verdicts(Reply(json.dumps({"verdicts": [row, verdict("p2")]}), 0), 2)

    assert found == [Verdict(reason="invalid_receipt"), Verdict(0.9, 3.0)]


def test_a_candidate_that_is_judged_twice_is_undecided():
    found = verdicts(Reply(json.dumps({"verdicts": [verdict("p1"), verdict("p1", "no", 0.1), verdict("p9")]}), 0), 1)

    assert found == [Verdict(reason="invalid_receipt")]


@pytest.mark.parametrize(("yes", "answer", "expected"), [(0.7, "yes", 0.7), (0.05, "no", 0.05), (0.7, "no", None)])
def test_log_probabilities_count_more_than_what_the_model_says_of_itself(yes, answer, expected):
    text = json.dumps({"verdicts": [verdict("p1", answer, 0.99 if answer == "yes" else 0.01)]})
    before, after = text.split(f'"{answer}"')
    other = "no" if answer == "yes" else "yes"
    own, rest = (yes, 1 - yes) if answer == "yes" else (1 - yes, yes)
    pieces = (Piece(before + '"', {}), Piece(answer, {answer: math.log(own), f" {other}": math.log(rest)}), Piece('"' + after, {}))

    found = verdicts(Reply(text, 0, pieces), 1)[0]

    assert found.p_answers == (pytest.approx(expected) if expected else None)


@given(st.text() | st.dictionaries(st.text(), st.integers()).map(json.dumps) | st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.sampled_from(["verdicts", "order", "id", "p", "answers"]), x)).map(json.dumps))
@example('{"verdicts": [{"id": "p1", "answers": []}]}')  # what cannot be looked up in a set
def test_any_reply_is_read_without_an_error(text):
    found, places = verdicts(Reply(text, 0), 2), order(Reply(text, 0), 2)

    assert len(found) == 2
    assert places is None or sorted(places) == [0, 1]


@given(st.text())
def test_a_head_is_short(text):
    assert len(head(text)) <= 400
