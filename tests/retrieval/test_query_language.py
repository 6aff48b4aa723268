"""The query language is read strictly: what it means is one tree, and what it cannot mean is an error at a place."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pincite.domain.errors import QuestionError
from pincite.retrieval.query_language import parse_query
from pincite.retrieval.query_tree import And, Between, Fuzzy, Near, Not, Or, Phrase, Wild, Word, leaves, show
from pincite.retrieval.values import Range


def read(text):
    """(tree, None) or (None, error)."""
    try:
        return parse_query(text), None
    except QuestionError as error:
        return None, error


A, B, C = Word("a"), Word("b"), Word("c")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("varnish", Word("varnish")),
        ("a b", And((A, B))),
        ("a AND b", And((A, B))),
        ("a OR b c", Or((A, And((B, C))))),
        ("(a OR b) c", And((Or((A, B)), C))),
        ("a -b", And((A, Not(B)))),
        ("a NOT b", And((A, Not(B)))),
        ("a AND NOT (b OR c)", And((A, Not(Or((B, C)))))),
        ("-(a b)", Not(And((A, B)))),
        ('-"a b"', Not(Phrase("a b"))),
        ('"touch  dry"', Phrase("touch dry")),
        ("„a b“", Phrase("a b")),
        ('"a b"~3', Phrase("a b", slop=3)),
        ('"a AND -b:*"', Phrase("a AND -b:*")),
        ("a and or not near", And((A, Word("and"), Word("or"), Word("not"), Word("near")))),
        ("hot-reload don't C++ 12:30", And((Word("hot-reload"), Word("don't"), Word("C++"), Word("12:30")))),
        ("v?rn*", Wild("v?rn*")),
        ("*", Wild("*")),
        ("varnsh~ varnsh~1", And((Fuzzy("varnsh", 2), Fuzzy("varnsh", 1)))),
        ("a NEAR b", Near((A, B), 10)),
        ("a NEAR/3 b NEAR/3 c*", Near((A, B, Wild("c*")), 3)),
        ("title:a heading:b", And((Word("a", "title"), Word("b", "heading")))),
        ("Title:a", Word("a", "title")),
        ("title:(a OR b)", Or((Word("a", "title"), Word("b", "title")))),
        ('author:"Ann Lee"', Phrase("Ann Lee", "author")),
        ("tag:log", Word("log", "tag")),
        ("tag:l?g*", Wild("l?g*", "tag")),
        ("genre:(none)", Phrase("(none)", "genre")),
        ("-type:pdf", Not(Word("pdf", "type"))),
        ("http://example.invalid/a", Word("http://example.invalid/a")),
        ("year:2019..2023", Between("year", Range("2019", "2023"))),
        ("year:..2000", Between("year", Range("", "2000"))),
        ("depth:2..", Between("depth", Range("2", ""))),
        ("size:>1.5mb", Between("size", Range("1.5mb", "", above=True))),
        ("size:<=20kb", Between("size", Range("", "20kb"))),
        ("date:2020-05", Between("date", Range("2020-05", "2020-05"))),
        ("date:<2020", Between("date", Range("", "2020", below=True))),
        ("year:[2019 TO 2023]", Between("year", Range("2019", "2023"))),
        ("year:{2019 TO *]", Between("year", Range("2019", "", above=True))),
    ],
)  # fmt: skip
def test_a_query_is_one_tree(text, tree):
    assert parse_query(text) == tree


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "no query"),
        (" \t", 0, "no query"),
        ('kiwi "lime', 5, "quote is never closed"),
        ("(kiwi", 0, "bracket is never closed"),
        ("print(", 5, "bracket is never closed"),
        ("kiwi)", 4, "closes nothing"),
        (")(", 0, "closes nothing"),
        ("a ()", 2, "nothing between these brackets"),
        ('a ""', 2, "no word between these quotes"),
        ("kiwi OR", 5, "missing after this operator"),
        ("a AND (b OR", 9, "missing after this operator"),
        ("AND kiwi", 0, "nothing before it"),
        ("a OR OR b", 5, "nothing before it"),
        ("NOT", 0, "missing after"),
        ("a -", 2, "leaves out nothing"),
        ("a --b", 2, "leaves out nothing"),
        ("- a", 0, "leaves out nothing"),
        ("a +b", 2, "Leave out the plus"),
        ("a ^2", 2, "no weights"),
        ("kiwi^2", 4, "no weights"),
        ("a & b", 2, "no word in “&”"),
        ("a [ TO", 2, "no word in “\\[”"),
        ("a NEAR/x b", 2, "from 1 to 50"),
        ("a NEAR/99 b", 2, "from 1 to 50"),
        ("a NEAR (b c)", 2, "not between brackets"),
        ("a NEAR type:pdf", 2, "not between brackets"),
        ("a NEAR/2 b NEAR/3 c", 11, "one distance"),
        ("a kiwi~9", 2, "one or two letters"),
        ("a ki*i~1", 2, "one plain word"),
        ("title:", 0, "Nothing stands after"),
        ("a title: b", 2, "Nothing stands after"),
        ("title:(a path:b)", 9, "belong to title"),
        ("a size:>big", 2, "“big” is not a size"),
        ("date:yesterday..", 0, "“yesterday” is not a date"),
        ("date:2020-13", 0, "“2020-13” is not a date"),
        ("depth:low..", 0, "“low” is not a number"),
        ("year:2023..2019", 0, "write year:2019..2023"),
        ("year:..", 0, "at least one end"),
        ("year:[2019", 0, "year:from..to"),
        ("size:>", 0, "Nothing stands after size:>"),
        ("tag:lo~", 0, "not on values"),
        ("(" * 60 + "a" + ")" * 60, 40, "at most 40 deep"),
        ("a " * 300, 400, "at most 200"),
        ("a" * 10_001, 10_000, "at most 10,000"),
    ],
)  # fmt: skip
def test_an_error_points_at_its_place_and_says_how_to_write_it(text, position, says):
    with pytest.raises(QuestionError, match=says) as caught:
        parse_query(text)

    assert caught.value.position == position


SIGNS = st.text(st.sampled_from('ab1 "()-*?~:/[].<>^+ANDORTE“”\t'), max_size=40)
PIECES = st.lists(
    st.sampled_from(["a", "b", "AND", "OR", "NOT", "NEAR", "NEAR/3", "(", ")", '"a b"', "-", "title:", "tag:x", "year:1..2", "w*", "f~1", "size:>1kb", '"'])
).map(" ".join)  # fmt: skip


@given(SIGNS | PIECES | st.text(max_size=60))
def test_any_text_is_a_tree_or_an_error_with_a_place_inside_it(text):
    tree, error = read(text)

    if error is None:
        assert parse_query(show(tree)) == tree
    else:
        assert 0 <= error.position <= len(text)
        assert str(error)


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # most heaps of signs are no query
@given(PIECES)
def test_every_leaf_knows_where_it_began(text):
    tree, _ = read(text)
    assume(tree is not None)

    for leaf, _ in leaves(tree):
        assert text[leaf.at :].strip()


def test_leaves_below_a_not_are_not_wanted():
    tree = parse_query("a -(b OR -c)")

    assert [(leaf.text, wanted) for leaf, wanted in leaves(tree)] == [("a", True), ("b", False), ("c", True)]


@pytest.mark.parametrize(
    "text", ["AND", "NOT", "OR OR", "*", '""', "()", ")(", "~", "^2", "[ TO", "{", "\\\\", ":", "title:", "-", "+ +", "' '", "a AND (b OR", "\t", ""]
)
def test_bare_operators_are_answered_in_one_sentence(text):
    tree, error = read(text)

    assert tree == Wild("*") if error is None else str(error).endswith(".") and "\n" not in str(error)
