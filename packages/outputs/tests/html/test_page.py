"""A built page is read as a browser reads it, by one reader for all that asks."""

import pytest

from printproof.html.page import parse, rendered


def test_a_page_says_what_it_is() -> None:
    """By its first title, as a figure may have one of its own, and by its description."""
    page = rendered(
        parse(
            '<head><title>State &amp; JAX</title><meta name="description" content="What it is."></head>'
            "<body><svg><title>A figure</title></svg></body>"
        )
    )

    assert (page.title, page.description) == ("State & JAX", "What it is.")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one<br>two</p>three", "onetwo"),
        ("<p>one<b>two</p>three", "onetwo"),
        ("<p>one</i>two</p>three", "onetwo"),
        ("<p>one<svg><path d=''/></svg>two</p>three", "onetwo"),
    ],
    ids=["void", "left open", "never opened", "closes itself"],
)
def test_an_element_ends_where_a_browser_ends_it(html: str, text: str) -> None:
    """Text after it is not its own."""
    assert next(parse(html).find("p")).text == text


def test_what_stands_in_an_element_can_be_written_again() -> None:
    """Signs of HTML and attributes stay what they are."""
    html = '<a href="?a=1&amp;b=&quot;2&quot;" id="x">1 &lt; 2 &amp; 3</a><img src="y">'

    assert next(parse(f"<p>{html}</p>").find("p")).inner_html() == html


def test_code_and_outputs_belong_to_the_cell_around_them() -> None:
    """The first block is the code; an output in parts is one; text outside both is the reader's."""
    page = rendered(
        parse(
            '<div class="cell" id="cell-one"><pre>code</pre>'
            '<div data-output="as-written"><pre>1</pre><pre>2</pre></div>'
            "<pre>other</pre></div><p>words <code>no</code></p>"
        )
    )

    assert page.code == {"one": "code"}
    assert page.outputs == {("one", "as-written"): "12"}
    assert "".join(page.words) == "words "
