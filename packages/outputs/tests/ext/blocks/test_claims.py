"""A claim names what proves it, and readers see where to look."""

import re
from pathlib import Path

import pytest

from support.small import CELL, CONF, Small

SCRIPT = "# %% one\nprint(1)\n\n# Output:\n# 1\n"
REMEMBER = """
(page-remember)=
## Remember

- One is one. {proof}`one`
- Two is never one. {proof}`test:two-differs`
"""
TABLE = "\n(page-remember)=\n## Choose\n\n| you need | take |\n|---|---|\n| one | 1 |\n"
PAGE = "# Title\n\n" + CELL.format("one") + REMEMBER
TESTS = 'def test_two_differs() -> None:\n    """No number is both."""\n    assert 2 != 1\n'
LIST = "---\norphan: true\n---\n\n# Tests\n\n```{claims}\n```\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with two claims, one proved by a cell and one by a test, and a page that lists tests."""
    conf = CONF + 'printproof_claims = ["*-remember"]\n'
    files = {"docs/conf.py": conf, "docs/index.md": PAGE, "docs/about/tests.md": LIST, "examples/index.py": SCRIPT}
    return Small(tmp_path, {**files, "tests/claims/test_index.py": TESTS})


def test_a_mark_leads_to_the_cell_that_shows_it(small: Small) -> None:
    """On its page."""
    assert '<a class="proof" href="#cell-one" title="A cell shows this"' in small.build("-W").html("index")


def test_a_mark_leads_to_the_code_of_a_test(small: Small) -> None:
    """On the page that lists the tests of claims."""
    built = small.build("-W")

    assert '<a class="proof" href="about/tests.html#claim-index-two-differs"' in built.html("index")
    assert 'id="claim-index-two-differs"' in built.html("about/tests")
    assert re.search(r"assert.*2.*!=.*1", built.html("about/tests"))


def test_a_mark_without_a_page_of_tests_says_what_was_tried(small: Small) -> None:
    """It leads nowhere."""
    (small.root / "docs/about/tests.md").unlink()

    assert '<span class="proof" role="img" title="A test looks for' in small.build("-W").html("index")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    {
        "no proof": (" {proof}`one`", "", "docs/index.md:10: nothing proves this claim of 'page-remember'"),
        "no cell": ("{proof}`one`", "{proof}`on`", "docs/index.md:10: the script of 'index' has no cell 'on'"),
        "no test": (":two-differs", ":two", "docs/index.md:11: tests/claims/test_index.py has no test 'two'"),
        "no page": ("`one`", "`a/b#one`", "docs/index.md:10: the script of 'a/b' has no cell 'one'"),
        "a row": (REMEMBER, TABLE, "docs/index.md:12: nothing proves this claim of 'page-remember'"),
    }.values(),
)
def test_a_claim_without_its_proof_is_red_at_its_line(small: Small, old: str, new: str, said: str) -> None:
    """Also where the cell or the test that it names is gone."""
    small.write("docs/index.md", PAGE.replace(old, new))

    built = small.build()

    assert built.status == 1
    assert said in built.said


def test_a_deleted_test_is_red_at_the_claim(small: Small) -> None:
    """Although the page did not change."""
    small.build("-W")
    small.write("tests/claims/test_index.py", "")

    assert "docs/index.md:11: tests/claims/test_index.py has no test 'two-differs'" in small.build().said


def test_tests_that_are_no_python_are_red_at_their_line(small: Small) -> None:
    """No traceback."""
    small.write("tests/claims/test_index.py", "\ndef test_(:\n")

    assert "tests/claims/test_index.py:2: cannot be read as Python" in small.build().said


def test_other_lists_need_no_proof(small: Small) -> None:
    """Claims are where labels say so."""
    small.write("docs/index.md", PAGE.replace("page-remember", "page-more").replace(" {proof}`one`", ""))

    assert small.build("-W").wrong == []


def test_a_translation_keeps_the_mark(small: Small) -> None:
    """Its title is in the language of the page, its address the same."""
    small.translate("index", {"One is one. {proof}`one`": "하나는 하나입니다. {proof}`one`"})

    html = small.build("-W", language="ko").html("index")

    assert '하나는 하나입니다. <a class="proof" href="#cell-one"' in html
