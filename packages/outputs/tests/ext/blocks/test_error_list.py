"""A page lists every error that cells of the site end with, each with the section that explains it."""

import re
from pathlib import Path

import pytest

from printproof.html.page import parse
from support.small import CELL, Built, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
INDEX = "# Errors\n\n```{errors}\n```\n\n```{toctree}\na\n```\n"
PAGE = "# Lesson\n\n## Fall\n\n" + CELL.format("fall") + "\n## Stand\n\n" + CELL.format("stand")
SCRIPT = """# %% fall
[][0]

# Output:
# IndexError: list index out of …
#
# Output since jax 0.11:
# IndexError: no such entry

# %% stand
print("a word")

# Output:
# a word
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that lists, and one with an error."""
    files = {"docs/conf.py": CONF, "docs/index.md": INDEX, "docs/a.md": PAGE, "examples/a.py": SCRIPT}
    small = Small(tmp_path, {**files, "pyproject.toml": '[tool.printproof]\nreference = "0.10.2"\n'})
    small.translate("a", {"Lesson": "레슨", "Fall": "넘어지기", "Stand": "서기"})
    return small


def entries(built: Built) -> list[tuple[str, str, str]]:
    """Each message of the list with what stands beside it, the words below, and where they lead."""
    page = parse(built.html("index"))
    heads = [head.text.replace("\xa0", " ") for head in page.find("dt")]
    below = [(line.text.strip(), next(iter(line.find("a"))).attributes["href"]) for line in page.find("dd")]
    return [(head, *rest) for head, rest in zip(heads, below, strict=True)]


def test_an_error_leads_to_the_section_that_shows_it(small: Small) -> None:
    """As its promise has it; what a cell only prints is none."""
    found = entries(small.build("-W"))

    assert found[0] == ("IndexError: list index out of …", "Fall Lesson", "a.html#fall")
    assert len(found) == 2


def test_what_other_versions_say_is_listed_too(small: Small) -> None:
    """With the versions that say so."""
    assert entries(small.build("-W"))[1][0] == "IndexError: no such entry since JAX 0.11"


def test_a_message_of_two_spans_of_versions_stands_once(small: Small) -> None:
    """With both spans."""
    since = "# IndexError: no such entry\n"
    small.write("examples/a.py", SCRIPT.replace(since, f"{since}#\n# Output before jax 0.8:\n{since}"))
    found = entries(small.build("-W"))

    assert found[1][0] == "IndexError: no such entry before JAX 0.8 · since JAX 0.11"
    assert len(found) == 2


def test_what_another_version_lacks_leads_to_the_first_place_of_a_page(small: Small) -> None:
    """Not to each cell that needs it."""
    small.write("docs/a.md", PAGE + "\n## Again\n\n" + CELL.format("again"))
    again = SCRIPT[: SCRIPT.index("# %% stand")].replace("fall", "again")
    small.write("examples/a.py", f"{SCRIPT}\n{again}")
    page = parse(small.build("-W").html("index"))

    assert [line.text.strip() for line in page.find("dd")] == ["Fall · Again Lesson", "Fall Lesson"]


def test_a_name_that_is_missing_on_another_version_is_no_error_of_its_own(small: Small) -> None:
    """The cell that makes it ended with an error there."""
    name = "NameError: name 'n' is not defined"
    small.write("examples/a.py", SCRIPT.replace("IndexError: no such entry", name))
    assert len(entries(small.build("-W"))) == 1

    small.write("examples/a.py", SCRIPT.replace("IndexError: list index out of …", name))
    assert entries(small.build("-W"))[1][0] == name


def test_sections_are_named_in_the_language_of_the_page(small: Small) -> None:
    """Messages are the same in all."""
    assert entries(small.build(language="ko"))[0] == (
        "IndexError: list index out of …",
        "넘어지기 레슨",
        "a.html#fall",
    )


def test_an_error_on_another_page_changes_the_list_of_the_next_build(small: Small) -> None:
    """Though the page that lists was not touched."""
    small.build("-W")
    small.write("examples/a.py", SCRIPT.replace("no such entry", "nothing there"))

    assert entries(small.build("-W"))[1][0] == "IndexError: nothing there since JAX 0.11"


MENDED = """# %% wrong
def first(xs):
    return xs[0]


print(first([]))

# Output:
# IndexError: list index out of …

# %% right
def first(xs):
    return xs[0] if xs else None


print(first([]))

# Output:
# None

# %% key
{}["a"]

# Output:
# KeyError: 'a'
"""
MENDING = CELL.format("right").replace(":example: right", ":example: right\n:mends: wrong")
WHY = "An empty *list* has no first element."


def mended(small: Small, index: str = INDEX, before: str = WHY) -> Built:
    """A second page, in which a cell mends another one."""
    parts = ("# Mend\n\n## Take the first\n", before, CELL.format("wrong"), MENDING, CELL.format("key"))
    small.write("docs/b.md", "\n\n".join(parts))
    small.write("examples/b.py", MENDED)
    small.write("docs/index.md", index.replace("```{toctree}\na\n", "```{toctree}\na\nb\n"))
    return small.build()


def below(built: Built, place: int) -> str:
    """What stands below a message, in one line."""
    return " ".join(list(parse(built.html("index")).find("dd"))[place].text.split())


def test_an_error_that_a_cell_mends_says_why_it_came_and_what_to_write(small: Small) -> None:
    """The words before the cell, then lines of both cells."""
    built = mended(small, INDEX.replace("{errors}", "{errors} b a"))

    change = "not return xs[0] but return xs[0] if xs else None"
    assert below(built, 0) == f"An empty list has no first element. {change} Take the first Mend Fall Lesson"
    assert built.wrong == []


def test_words_that_only_lead_on_to_the_cell_are_no_reason(small: Small) -> None:
    """They end with a colon in the first language, and so do those that translate them."""
    assert below(mended(small, before="This is wrong:"), 0).startswith("not return xs[0]")

    small.translate("b", {"This is wrong:": "틀린 코드입니다."})
    assert below(small.build(language="ko"), 0).startswith("수정 전 return xs[0]")


def test_a_long_reason_is_left_to_the_section(small: Small) -> None:
    """A list is read at a glance."""
    assert below(mended(small, before="Very long words. " * 7), 0).startswith("not return xs[0]")


def test_the_reason_is_in_the_language_of_the_page(small: Small) -> None:
    """As the page that it stands on has it."""
    mended(small)
    small.translate("b", {WHY: "빈 *리스트*에는 첫 원소가 없습니다."})

    assert below(small.build(language="ko"), 0).startswith("빈 리스트에는 첫 원소가 없습니다. 수정 전")


def test_links_in_the_reason_lead_where_they_do_on_its_page(small: Small) -> None:
    """Though the page that lists lies in another folder."""
    small.write("docs/part/b.md", f"# Mend\n\nSee {{doc}}`c`.\n\n{CELL.format('wrong')}\n{MENDING}")
    small.write("docs/part/c.md", "# More\n\n" + CELL.format("key"))
    small.write("examples/part/b.py", MENDED.partition("# %% key")[0])
    small.write("examples/part/c.py", "# %% key" + MENDED.partition("# %% key")[2])
    small.write("docs/index.md", INDEX.replace("a\n```", "a\npart/b\npart/c\n```"))

    html = small.build("-W").html("index")

    assert re.search(r'See <a [^>]*href="part/c.html">', html)


def test_lists_take_the_errors_of_the_pages_they_name_and_one_takes_the_rest(small: Small) -> None:
    """Each message once: in the first list that names a page of it."""
    lists = "```{errors}\n```\n\n## Mended\n\n```{errors} b\n```\n"

    built = mended(small, INDEX.replace("```{errors}\n```\n", lists))

    heads = [head.text.replace("\xa0", " ") for head in parse(built.html("index")).find("dt")]
    rest, named = ["IndexError: no such entry since JAX 0.11"], ["IndexError: list index out of …", "KeyError: 'a'"]
    assert heads == rest + named


def test_one_message_that_is_the_beginning_of_another_is_the_same_error(small: Small) -> None:
    """Promises may hold less or more of it."""
    small.write("examples/a.py", SCRIPT.replace("list index out of …", "list index …"))

    heads = [" ".join(head.text.split()) for head in parse(mended(small).html("index")).find("dt")]
    assert heads == ["IndexError: list index …", "IndexError: no such entry since JAX 0.11", "KeyError: 'a'"]


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ("```{errors} b\n```", "no list has the errors of: a"),
        ("```{errors} c\n```\n```{errors}\n```", "no cell of these"),
    ],
)
def test_an_error_in_no_list_and_a_list_of_none_are_told(small: Small, lists: str, said: str) -> None:
    """No message is left out in silence."""
    assert said in " ".join(mended(small, INDEX.replace("```{errors}\n```", lists)).wrong)


def test_two_pages_may_share_the_errors(small: Small) -> None:
    """What one of them lists is missing in no other."""
    small.write("docs/part/d.md", "# More\n\n```{errors} a\n```\n")
    shared = INDEX.replace("```{errors}\n```", "```{errors} b\n```").replace(
        "```{toctree}\na\n", "```{toctree}\na\npart/d\n"
    )

    assert mended(small, shared).wrong == []


def test_a_cell_that_mends_what_is_not_there_is_an_error(small: Small) -> None:
    """At the line of the option."""
    mended(small)
    small.write(
        "docs/b.md", (small.root / "docs/b.md").read_text(encoding="utf-8").replace("mends: wrong", "mends: wrnog")
    )

    assert "cell 'right' mends 'wrnog', which the script does not have; did you mean 'wrong'?" in small.build().said
