"""Which addresses belong to the web."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.addresses import is_web_address


@pytest.mark.parametrize("address", ["http://example.org", "https://example.org/a?b#c", "HTTP://example.org", "http://127.0.0.1:80/", "http://[::1]/"])
def test_a_scheme_of_the_web_with_a_host_is_one(address):
    assert is_web_address(address)


@pytest.mark.parametrize("address", ["", "example.org", "ftp://example.org", "file:///etc/hosts", "http:", "http:///a", "https://[half", "http://a:b", "http://a:99999"])
def test_anything_else_is_none(address):
    assert not is_web_address(address)


@given(st.text(alphabet=st.characters() | st.sampled_from("[]:/@?#%.")))
def test_no_text_is_too_odd_to_be_asked_about(rest):
    assert isinstance(is_web_address("http://" + rest), bool)
