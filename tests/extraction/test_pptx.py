"""Presentations."""

from __future__ import annotations

import io

from office_samples import place_of, read
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

BOX = (Inches(1), Inches(1), Inches(4), Inches(1))


def saved(deck: object) -> bytes:
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def test_each_slide_is_a_section_under_its_title():
    deck = Presentation()
    for title, text in (("Herons", "They stand in reeds."), ("Otters", "They swim at night.")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, text

    (document,) = read("birds.pptx", saved(deck))

    assert (place_of(document, "in reeds").slide, place_of(document, "in reeds").heading_path) == (1, ("Herons",))
    assert (place_of(document, "at night").slide, place_of(document, "at night").heading_path) == (2, ("Otters",))
    assert document.title == "Herons"
    assert not document.pages


def test_slides_come_in_show_order_not_in_file_order():
    deck = Presentation()
    for text in ("first made", "second made"):
        deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(*BOX).text_frame.text = text
    order = deck.slides._sldIdLst
    order.insert(0, order[1])

    (document,) = read("order.pptx", saved(deck))

    assert place_of(document, "second made").slide == 1
    assert place_of(document, "first made").slide == 2


def test_notes_tables_groups_and_charts_are_read():
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Harvest"
    slide.notes_slide.notes_text_frame.text = "Speak slowly here."
    table = slide.shapes.add_table(2, 2, *BOX).table
    for row, cells in enumerate((("Fruit", "Crates"), ("Quince", "12"))):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    slide.shapes.add_group_shape().shapes.add_textbox(*BOX).text_frame.text = "In a group."
    data = CategoryChartData()
    data.categories = ["Spring", "Autumn"]
    data.add_series("Apples picked", (3, 4))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *BOX, data)

    (document,) = read("harvest.pptx", saved(deck))

    assert "Fruit\tCrates\nQuince\t12" in document.text
    assert {"In a group.", "Apples picked", "Autumn"} <= set(document.text.split("\n"))
    assert place_of(document, "Speak slowly").part == "notes"
    assert place_of(document, "Speak slowly").slide == 1


def test_a_hidden_slide_is_read_and_said_to_be_hidden():
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    slide.shapes.add_textbox(*BOX).text_frame.text = "Only for questions."
    slide._element.set("show", "0")

    (document,) = read("hidden.pptx", saved(deck))

    assert "Only for questions." in document.text
    assert document.notices == ("Slide 1 is hidden in the show.",)


def test_links_of_a_slide_are_kept():
    deck = Presentation()
    run = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(*BOX).text_frame.paragraphs[0].add_run()
    run.text, run.hyperlink.address = "our page", "https://heron.example/reeds"

    (document,) = read("links.pptx", saved(deck))

    assert document.links == ("https://heron.example/reeds",)
