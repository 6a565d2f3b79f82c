"""The page that `explain --html` writes is read as a browser would, with the reader of the site's own pages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from printproof.html.page import LOADING, Element, parse
from printproof_base.cli import main

EVIL = "</code></style></script><script>alert(1)</script><img src=x onerror=alert(1)>`<b>`"
SCRIPT = f"""import jax

evil = {{{EVIL!r}: 0}}


class Counter:
    def __init__(self):
        self.n = 0

    def hit(self, x):
        self.n += 1
        evil[{EVIL!r}] += 1
        return x + self.n


counter = Counter()
hit = jax.jit(counter.hit)
for _ in range(3):
    print(hit(1), {EVIL!r})
print(evil)
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Element:
    """The page of a script whose name, code, values and output try to be HTML."""
    folder = tmp_path_factory.mktemp("page")
    name = "<img src=x onerror=alert(1)>.py"
    (folder / name).write_text(SCRIPT, "utf-8")
    here = Path.cwd()
    os.chdir(folder)
    try:
        assert main(["explain", name, "--html", "out/page.html", "--site", "https://example.org/en/", "-q"]) == 1
    finally:
        os.chdir(here)
    assert sorted(path.name for path in folder.iterdir()) == sorted([name, "out"])
    return parse((folder / "out/page.html").read_text("utf-8"))


def of_class(page: Element, name: str) -> list[Element]:
    """The elements of a class."""
    return [element for element in page.below() if name in element.classes]


def test_nothing_that_a_script_says_becomes_an_element(shown: Element) -> None:
    """Neither its name, nor its code, values and output; the policy would stop what did."""
    tags = {element.tag for element in shown.below()}
    policy = next(one.attributes["content"] for one in shown.find("meta") if "http-equiv" in one.attributes)

    assert tags.isdisjoint({"script", "img", "b"})
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert sum(EVIL in element.text for element in shown.find("code")) == 3


def test_the_page_loads_nothing(shown: Element) -> None:
    """It is opened from a file; its only addresses are those of lessons and of its own lines."""
    loading = [one for one in shown.below() if one.tag == "link" or one.attributes.keys() & (LOADING.keys() - {"href"})]
    addresses = {one.attributes["href"] for one in shown.find("a")}

    assert loading == []
    assert {one for one in addresses if not one.startswith("#L")} == {"https://example.org/en/guide/stateful.html"}
    assert "url(" not in next(shown.find("style")).text
    assert "import" not in next(shown.find("style")).text


def test_a_finding_stands_below_its_line(shown: Element) -> None:
    """Each line has its number as its name."""
    [code] = of_class(shown, "code")
    at = next(n for n, one in enumerate(code.elements) if one.attributes.get("id") == "L18")

    assert "found" in code.elements[at].classes
    assert code.elements[at + 1].text.startswith("prints '2 </code>")


def test_the_two_rails_show_who_answered_each_call(shown: Element) -> None:
    """Python above, the compiled program below, state between them and what is printed; what was wanted instead."""
    [calls] = of_class(shown, "calls")
    rows = {row.attributes.get("class"): [cell.text for cell in row.find("td")] for row in calls.find("tr")}

    assert rows["python"] == ["●", "○", "○"]
    assert rows["compiled"] == ["●", "●", "●"]
    assert rows["state"] == ["self.n = 0 → 1", "self.n = 1 → 1", "self.n = 1 → 1"]
    assert [mark.text[0] for mark in calls.find("mark")] == ["2", "2"]


def test_lines_that_jit_changes_are_marked_beside_those_without(shown: Element) -> None:
    """The first line is the same in both columns."""
    [table] = of_class(shown, "printed")
    left, right = [*table.find("td")][:2]

    assert [line[0] for line in left.text.split("\n")] == ["2", "2", "2"]
    assert [line[0] for line in right.text.split("\n")] == ["2", "3", "4"]
    assert [mark.text[0] for mark in left.find("mark")] == ["2", "2"]
