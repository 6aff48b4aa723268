"""The sample library: its documents are made from what is kept, and its questions point at places that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import make_sample_pdf
import pypdf
import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLE = CHECKOUT / "resources" / "sample-library"
QUESTIONS = tomllib.loads((CHECKOUT / "tests" / "sample_questions.toml").read_text("utf-8"))["question"]


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&nbsp;", " ").split())


@pytest.mark.parametrize(("text", "product"), make_sample_pdf.PRODUCTS.items())
def test_the_same_text_gives_the_same_pdf(text, product, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # set again by the script; the patch undoes it afterwards

    make_sample_pdf.make(make_sample_pdf.read(make_sample_pdf.HERE / text), tmp_path / "made.pdf")

    assert (tmp_path / "made.pdf").read_bytes() == (SAMPLE / product).read_bytes()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["text"])
def test_a_sample_question_has_its_answer_where_it_says(question):
    path = SAMPLE / question["file"]

    if path.suffix == ".pdf":
        reader = pypdf.PdfReader(path)
        text = reader.pages[question["page"] - 1].extract_text()
        assert reader.page_labels[question["page"] - 1] == question["page_label"] != str(question["page"])
    else:
        text = path.read_text("utf-8")

    assert question["holds"] in words(text)
    assert question.get("heading", "") in words(text)


def test_it_is_a_library_of_many_kinds():
    documents = [path for path in SAMPLE.rglob("*") if path.is_file()]
    fronts = [yaml.safe_load(path.read_text("utf-8").split("---")[1]) for path in documents if path.suffix == ".md"]

    assert {path.suffix for path in documents} == {".md", ".html", ".txt", ".pdf"}
    assert {front.get("language") for front in fronts} >= {"de", "ru", "zh"}
    assert {front["genre"] for front in fronts} >= {"tutorial_or_guide", "reference_docs", "opinion_or_discussion", "talk_or_interview"}
    assert [front["title"] for front in fronts if front.get("triage") == "quarantined"] == ["Microwave drying (do not use)"]


def test_its_links_lead_somewhere():
    broken = [
        (path.name, target)
        for path in SAMPLE.rglob("*.md")
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8"))
        if not (path.parent / target.replace("%20", " ")).exists()
    ]

    assert broken == []
