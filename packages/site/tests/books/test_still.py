"""Where nothing can be pressed everything is open, and nothing is lost."""

import pytest

from printproof.formats import xhtml
from printproof.html.page import parse
from printproof_site.books.still import still_page


def shown(html: str) -> str:
    """What a book shows of some HTML."""
    return still_page("index", html, {"index"}, "")


def test_a_fold_is_open_below_its_name() -> None:
    """Its class stays, for the style."""
    html = '<details class="other"><summary>On jax 0.12</summary><pre>1\n</pre></details>'

    assert shown(html) == '<div class="other"><p class="summary">On jax 0.12</p><pre>1\n</pre></div>'


def test_a_mark_of_a_cell_is_left_out() -> None:
    """The book says once how its outputs were checked."""
    html = '<div class="strip"><a href="#c">c</a><details class="checked"><summary>Checked</summary></details></div>'

    assert shown(html) == '<div class="strip"><a href="#c">c</a></div>'


def test_what_was_wanted_stands_beside_the_line_in_words() -> None:
    """A page draws it from an attribute, which not every reader of books does."""
    html = '<pre>1<span class="no" data-said="wanted 2"></span>\n</pre>'

    assert shown(html) == '<pre>1<span class="beside">  <span class="no">wanted 2</span></span>\n</pre>'


def test_a_table_of_many_columns_says_so() -> None:
    """It is set smaller, as nothing can be scrolled."""
    few, many = (f"<table><tr>{count * '<td>1</td>'}</tr></table>" for count in (7, 8))

    assert ('class="many"' in shown(few), 'class="many"' in shown(many)) == (False, True)


def test_every_variant_of_a_cell_stands_below_what_it_is_called() -> None:
    """No tab can be chosen."""
    tab = '<label><input type="radio" name="v"> <code>{0}</code></label><div class="cell"><pre>{0}\n</pre></div>'
    html = f'<div class="variants" role="group" aria-label="What if">{tab.format(1)}{tab.format(2)}</div>'

    shown_tab = '<p class="variant"> <code>{0}</code></p><div class="cell"><pre>{0}\n</pre></div>'
    assert shown(html) == f'<div class="variants">{shown_tab.format(1)}{shown_tab.format(2)}</div>'


def test_the_boxes_of_a_list_of_tasks_are_signs() -> None:
    """What is done is marked."""
    html = '<p><input class="x" disabled type="checkbox">one</p><p><input checked type="checkbox">two</p>'

    assert shown(html) == "<p>☐ one</p><p>☑ two</p>"


@pytest.mark.parametrize("text", ["a\x1b[1mb", "a\x00b", "a\ufffeb"])
def test_what_no_book_may_hold_is_replaced(text: str) -> None:
    """A script can print anything."""
    assert "\N{REPLACEMENT CHARACTER}" in xhtml.text(text)


def test_words_cannot_become_markup() -> None:
    """A translator's text stays text, in attributes as well."""
    tree = parse('<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;</p>')

    assert xhtml.inner(tree) == '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;</p>'
