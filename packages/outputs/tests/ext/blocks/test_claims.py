"""A claim has its proof in a table, and readers see where to look."""

import re
from pathlib import Path

import pytest

from support.small import CELL, CONF, Small

SCRIPT = "# %% one\nprint(1)\n\n# Output:\n# 1\n"
REMEMBER = """
(page-remember)=
## Remember

- One is `1`.
- Two is never one.
"""
TABLE = "\n(page-remember)=\n## Choose\n\n| you need | take |\n|---|---|\n| one | `1` |\n"
PAGE = "# Title\n\n## First\n\n" + CELL.format("one") + REMEMBER
CLAIMS = "page,claim,proof\nindex,One is `1`.,one\nindex,Two is never one.,test:two-differs\n"
TESTS = 'def test_two_differs() -> None:\n    """No number is both."""\n    assert 2 != 1\n'
LIST = "---\norphan: true\n---\n\n# Tests\n\n```{claims}\n```\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with two claims, one proved by a cell and one by a test, and a page that lists tests."""
    conf = CONF + 'printproof_claims = ["*-remember"]\nprintproof_definitions = ["guide/*"]\n'
    files = {"docs/conf.py": conf, "docs/index.md": PAGE, "docs/about/tests.md": LIST, "examples/index.py": SCRIPT}
    return Small(tmp_path, {**files, "docs/claims.csv": CLAIMS, "tests/claims/test_index.py": TESTS})


def test_a_mark_leads_to_the_cell_that_shows_it(small: Small) -> None:
    """On its page."""
    assert '<a class="proof" href="#cell-one" title="A cell shows this"' in small.build("-W").html("index")


def test_a_mark_leads_to_the_code_of_a_test(small: Small) -> None:
    """On the page that lists the tests of claims."""
    built = small.build("-W")

    assert '<a class="proof" href="about/tests.html#claim-index-two-differs"' in built.html("index")
    assert 'id="claim-index-two-differs"' in built.html("about/tests")
    assert re.search(r"assert.*2.*!=.*1", built.html("about/tests"))


def test_a_page_lists_the_tests_of_the_pages_that_it_names(small: Small) -> None:
    """By pattern; a mark leads to the page that lists its test, and the first page lists it no more."""
    small.write("docs/about/tests.md", LIST.replace("{claims}", "{claims} guide/* other"))
    small.write("docs/about/more.md", LIST.replace("{claims}", "{claims} ind*"))
    built = small.build("-W")

    assert '<a class="proof" href="about/more.html#claim-index-two-differs"' in built.html("index")
    assert 'id="claim-index-two-differs"' in built.html("about/more")
    assert "claim-index-two-differs" not in built.html("about/tests")


def test_a_test_that_no_claim_names_is_not_listed(small: Small) -> None:
    """It proves no sentence; the others grow no heavier by it."""
    small.write("tests/claims/test_index.py", TESTS + TESTS.replace("two_differs", "three_differs"))

    listed = small.build("-W").html("about/tests")

    assert ("two-differs" in listed, "three-differs" in listed) == (True, False)


def test_a_claim_has_one_mark(small: Small) -> None:
    """However many proofs it has: it leads to the first."""
    small.write("docs/claims.csv", CLAIMS.replace(".,one", ".,one | test:two-differs"))

    assert small.build("-W").html("index").count('class="proof"') == 2


def test_a_mark_without_a_page_of_tests_says_what_was_tried(small: Small) -> None:
    """It leads nowhere."""
    (small.root / "docs/about/tests.md").unlink()

    assert '<span class="proof" role="img" title="A test looks for' in small.build("-W").html("index")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    {
        "no row": (
            "index,One is `1`.,one\n",
            "",
            "docs/index.md:12: nothing proves 'One is `1`.'; add a row to docs/claims",
        ),
        "no proof": (".,one", ".,", "docs/index.md:12: docs/claims.csv:2 names no proof; name a cell or a test"),
        "no cell": (".,one", ".,on", "docs/index.md:12: the script of 'index' has no cell 'on'; did you mean 'one'?"),
        "no test": (":two-differs", ":two", "docs/index.md:13: tests/claims/test_index.py has no test 'two'"),
        "no page": (".,one", ".,a/b#one", "docs/index.md:12: the script of 'a/b' has no cell 'one'"),
        "no such claim": ("index,Two", "index,Six,one\nindex,Two", "docs/claims.csv:3: 'index' has no claim 'Six'"),
        "no such page": ("index,Two", "a/b,Six,one\nindex,Two", "docs/claims.csv:3: 'a/b' has no claim 'Six'"),
        "no columns": ("page,claim,", "page,said,", "docs/claims.csv:1: the columns are not page, claim, proof"),
        "a comma too many": ("One is", "One, is", "docs/claims.csv:2: not as many cells as the heading; quote"),
    }.values(),
)
def test_a_claim_without_its_proof_is_red_at_its_line(small: Small, old: str, new: str, said: str) -> None:
    """Also where the cell or the test that it names is gone, and where the table says what no page does."""
    small.write("docs/claims.csv", CLAIMS.replace(old, new))

    built = small.build()

    assert built.status == 1
    assert said in built.said


def test_a_claim_that_says_more_than_was_proved_is_red_at_its_line(small: Small) -> None:
    """The report says which words were proved, and where they stand."""
    small.write("docs/index.md", PAGE.replace("Two is never one", "A number is never one"))

    said = small.build().said

    assert "docs/index.md:13: docs/claims.csv:3 proves 'Two is never one.'; see whether the proof still holds" in said
    assert "has no claim" not in said


def test_a_row_of_a_table_is_a_claim(small: Small) -> None:
    """Its cells are parted by bars, as the page writes them."""
    small.write("docs/index.md", PAGE.replace(REMEMBER, TABLE))
    small.write("docs/claims.csv", "page,claim,proof\n")
    assert "docs/index.md:14: nothing proves 'one | `1`'" in small.build().said

    small.write("docs/claims.csv", "page,claim,proof\nindex,one | `1`,one\n")
    assert 'href="#cell-one"' in small.build("-W").html("index")


def test_a_sentence_that_defines_a_word_is_a_claim(small: Small) -> None:
    """Where the page is one that defines: the sentence with words in bold, without its neighbours."""
    small.write("docs/guide/a.md", "---\norphan: true\n---\n\n# A\n\nFirst. A **one** is\nsmall. **Two** is not!\n")
    said = small.build().said

    assert "docs/guide/a.md:7: nothing proves 'A **one** is small.'" in said
    assert "docs/guide/a.md:7: nothing proves '**Two** is not!'" in said


def test_a_definition_of_the_glossary_is_a_claim(small: Small) -> None:
    """In the words of the glossary."""
    small.write("docs/glossary.csv", "term,ko,definition\nstate,상태,What can change.\n")
    small.write("docs/index.md", PAGE + "\n```{definitions}\n```\n")
    assert "nothing proves 'What can change.'" in small.build().said

    small.write("docs/claims.csv", CLAIMS + "index,What can change.,one\n")
    assert small.build("-W").html("index").count('href="#cell-one" title') == 2


def test_a_deleted_test_is_red_at_the_claim(small: Small) -> None:
    """Although the page did not change."""
    small.build("-W")
    small.write("tests/claims/test_index.py", "")

    assert "docs/index.md:13: tests/claims/test_index.py has no test 'two-differs'" in small.build().said


def test_tests_that_are_no_python_are_red_at_their_line(small: Small) -> None:
    """No traceback."""
    small.write("tests/claims/test_index.py", "\ndef test_(:\n")

    assert "tests/claims/test_index.py:2: cannot be read as Python" in small.build().said


def test_other_lists_need_no_proof(small: Small) -> None:
    """Claims are where labels say so."""
    small.write("docs/index.md", PAGE.replace("page-remember", "page-more"))
    small.write("docs/claims.csv", "page,claim,proof\n")

    assert small.build("-W").wrong == []


def test_a_translation_has_the_mark(small: Small) -> None:
    """Its title is in the language of the page, its address the same, and the message knows nothing of it."""
    small.translate("index", {"One is `1`.": "하나는 `1`입니다."})

    html = small.build("-W", language="ko").html("index")

    assert '입니다.&#160;<a class="proof" href="#cell-one" title="셀에서' in html
