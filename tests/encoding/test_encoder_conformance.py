"""Every encoder keeps the promises of the role."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from pincite.assembly import open_encoder
from pincite.domain.errors import EncoderError
from pincite.encoding import EndpointEncoder, HashingEncoder, UniversalSentenceEncoder
from pincite.settings import Meaning, Settings

FAULTS = {
    "empty": b"{}", "no JSON": b"<html>", "a list": b"[]", "a number": b"7", "deep": b"[" * 200_000,
    "texts": b'{"data": ["a", "b"]}', "far": b'{"data": [{"embedding": [1], "index": 9}, {"embedding": [1], "index": 0}]}',
    "endless": b'{"data": [{"embedding": [1], "index": Infinity}, {"embedding": [1]}]}', "null": b'{"data": [{"embedding": null}, {"embedding": null}]}',
    "huge": b'{"data": [{"embedding": [1' + b"0" * 400 + b']}, {"embedding": [1]}]}', "nested": b'{"data": [{"embedding": [[1, 2]]}, {"embedding": [[3, 4]]}]}',
}  # fmt: skip
"""What a service may answer instead of what it promises."""


class _Embeddings(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint around the hashing encoder; `server.fault` makes it misbehave."""

    def do_POST(self):
        self.server.keys.append(self.headers["Authorization"])
        self.server.seen.append((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
        if self.server.fault == "error":
            self.send_error(500)
            return
        if self.server.fault == "no HTTP":
            self.wfile.write(b"nonsense\r\n\r\n")
            return
        rows = HashingEncoder(48).encode(self.server.seen[-1][1]["input"])
        data = [{"index": i, "embedding": [float(x) for x in row]} for i, row in enumerate(rows)]
        if self.server.fault == "fewer":
            data = data[1:]
        if self.server.fault == "twice":
            data = [item | {"index": 0} for item in data]
        body = FAULTS.get(self.server.fault) or json.dumps({"data": data[::-1]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def endpoint():
    server = HTTPServer(("127.0.0.1", 0), _Embeddings)
    server.seen, server.keys, server.fault = [], [], ""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def universal():
    return UniversalSentenceEncoder()


@pytest.fixture(params=["universal", "hashing", "endpoint"])
def encoder(request):
    if request.param == "universal":
        return request.getfixturevalue("universal")
    if request.param == "hashing":
        return HashingEncoder()
    return EndpointEncoder(f"http://127.0.0.1:{request.getfixturevalue('endpoint').server_port}", "toy", 32)


def test_rows_have_length_one_and_the_promised_shape(encoder):
    texts = ["the heron stands by the weir", "a ledger in blue", "eine Katze auf dem Dach"]

    rows = encoder.encode(texts)

    assert rows.shape == (3, encoder.dim)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_an_empty_text_gives_zeros_and_disturbs_nobody(encoder):
    alone = encoder.encode(["a heron by the weir"])

    rows = encoder.encode(["", "a heron by the weir", " \n"])

    assert not rows[[0, 2]].any()
    assert np.allclose(rows[1], alone[0], atol=1e-5)


def test_a_name_that_is_no_utf8_disturbs_nobody(encoder):
    rows = encoder.encode(["a boat", "b\udcff\udce9t", "a shed"])

    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert np.allclose(rows[[0, 2]], encoder.encode(["a boat", "a shed"]), atol=1e-5)


def test_no_texts_give_no_rows(encoder):
    assert encoder.encode([]).shape == (0, encoder.dim)


def test_the_same_text_gets_the_same_vector_in_any_company(encoder):
    one = encoder.encode(["varnish the boat"])

    many = encoder.encode([f"text {i}" for i in range(40)] + ["varnish the boat"])

    assert np.allclose(one[0], many[-1], atol=1e-5)


def test_a_text_is_nearest_to_itself(encoder):
    texts = ["the tax receipts are in the blue box", "two hives came through the winter", "rehearsal moved to Thursday"]

    rows = encoder.encode(texts)

    assert (rows @ rows.T).argmax(axis=1).tolist() == [0, 1, 2]


def test_identity_tells_encoders_apart():
    ids = {UniversalSentenceEncoder().id, HashingEncoder(64).id, HashingEncoder(32).id, EndpointEncoder("http://x", "m", 8).id}

    assert len(ids) == 4


def test_meaning_crosses_languages(universal):
    texts = ["The cat sleeps on the roof.", "Interest rates rose again in autumn.", "Bread needs time to rise."]
    others = ["Кошка спит на крыше.", "Die Zinsen stiegen im Herbst wieder.", "Le pain a besoin de temps pour lever."]

    near = universal.encode(others) @ universal.encode(texts).T

    assert near.argmax(axis=1).tolist() == [0, 1, 2]


def test_capitals_mean_the_same_as_small_letters(universal):
    rows = universal.encode(["MEASUREMENT OF PLASMA TEMPERATURE", "measurement of plasma temperature"])

    assert rows[0] @ rows[1] > 0.999


def test_languages_it_does_not_know_are_named(universal):
    assert universal.supports("ru")
    assert universal.supports("zh-TW")
    assert universal.supports("")
    assert not universal.supports("fi")


def test_the_endpoint_is_asked_in_batches_for_the_model(endpoint):
    encoder = EndpointEncoder(f"http://127.0.0.1:{endpoint.server_port}/v1", "toy", 32, window=4)

    encoder.encode([f"text {i} " + "x" * 100 for i in range(40)])

    assert [path for path, _ in endpoint.seen] == ["/v1/embeddings"] * 2
    assert [len(body["input"]) for _, body in endpoint.seen] == [32, 8]
    assert {body["model"] for _, body in endpoint.seen} == {"toy"}
    assert max(len(text) for _, body in endpoint.seen for text in body["input"]) == 12


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("fault", ["error", "no HTTP", "fewer", "twice", *FAULTS])
def test_a_misbehaving_endpoint_is_an_encoder_error(endpoint, fault, dim):
    endpoint.fault = fault
    encoder = EndpointEncoder(f"http://127.0.0.1:{endpoint.server_port}", "toy", dim)

    with pytest.raises(EncoderError):
        encoder.encode(["a", "b"])


def test_an_endpoint_with_other_dimensions_is_an_encoder_error(endpoint):
    encoder = EndpointEncoder(f"http://127.0.0.1:{endpoint.server_port}", "toy", 100)

    with pytest.raises(EncoderError, match="48 numbers where 100"):
        encoder.encode(["a"])


def test_the_key_of_the_settings_goes_with_every_request(endpoint, tmp_path, monkeypatch):
    address = f"http://127.0.0.1:{endpoint.server_port}"
    settings = Settings(tmp_path, meaning=Meaning(encoder="endpoint", endpoint=address, model="toy", key_variable="WEIR_KEY"))
    with pytest.raises(EncoderError, match="not in the environment variable"):
        open_encoder(settings).encode(["text"])

    monkeypatch.setenv("WEIR_KEY", "s3cret")
    open_encoder(settings).encode([f"text {i}" for i in range(40)])

    assert endpoint.keys == ["Bearer s3cret"] * 2


def test_vectors_are_cut_to_the_dimensions_asked_for_and_made_unit_again(endpoint):
    address, texts = f"http://127.0.0.1:{endpoint.server_port}", ["a heron by the weir", "two hives"]

    whole, cut = EndpointEncoder(address, "toy").encode(texts), EndpointEncoder(address, "toy", 16).encode(texts)

    assert (whole.shape, cut.shape) == ((2, 48), (2, 16))
    assert np.allclose(np.linalg.norm(cut, axis=1), 1, atol=1e-5)
    assert np.allclose(cut, whole[:, :16] / np.linalg.norm(whole[:, :16], axis=1, keepdims=True), atol=1e-5)


def test_a_text_is_cut_to_the_models_window_between_characters(endpoint):
    encoder = EndpointEncoder(f"http://127.0.0.1:{endpoint.server_port}", "toy", window=100)

    rows = encoder.encode(["я" * 1_000_000, "🎉" * 500])

    assert [len(text) for _, body in endpoint.seen for text in body["input"]] == [300, 300]
    assert rows.shape == (2, 48)
    assert encoder.dim == 48


def test_the_embedded_model_takes_a_text_of_any_length(universal):
    long = "The heron stands by the weir. " * 40_000

    rows = universal.encode([long, long[:4_000]])

    assert np.allclose(rows[0], rows[1], atol=1e-5)


def test_all_encoders_of_a_process_share_one_model(universal):
    universal.encode(["awake"])
    another = UniversalSentenceEncoder()

    another.encode(["awake too"])

    assert another._load() is universal._load()


def test_nobody_listening_is_an_encoder_error():
    encoder = EndpointEncoder("http://127.0.0.1:9", "toy", 32, timeout_s=2)

    with pytest.raises(EncoderError):
        encoder.encode(["a"])


@pytest.mark.parametrize("address", ["", "file:///etc/hosts", "http://", "http://[half", "http://host:port"])
def test_an_address_that_is_no_web_address_is_refused(address):
    with pytest.raises(EncoderError, match="http"):
        EndpointEncoder(address, "toy", 32)
