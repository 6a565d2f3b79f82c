"""The ratios beside plain ways have one command line."""

from pathlib import Path

import pytest
from packages.site.bench.__main__ import RATIOS, main
from packages.site.bench.grown import grow
from packages.site.bench.large import Book, rows_of
from packages.site.bench.measuring import build_site
from packages.site.bench.serve import PREVIEW

from printproof.runs.schedule import current_records
from printproof.scripts.loading import script_of
from printproof_base.cli import main as printproof
from support.small import CELL, Small

LESSON = "(a-lesson)=\n# A lesson about something\n\nThis sentence leads to {ref}`itself <a-lesson>`.\n\n"
THEMED = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
locale_dirs = ["../locales"]
"""


@pytest.fixture
def grown(tmp_path: Path) -> Small:
    """A project of one lesson, translated and run, which was given seven pages."""
    index = "# Start\n\n```{toctree}\n:hidden:\n\nguide/lesson\n```\n"
    script = '# %% first\nraise ValueError("no")\n\n# Output:\n# ValueError: no\n'
    files = {"docs/index.md": index, "docs/guide/lesson.md": LESSON + CELL.format("first")}
    small = Small(tmp_path, {**files, "examples/guide/lesson.py": script})
    small.record("guide/lesson", {})
    small.translate(
        "guide/lesson", {"This sentence leads to {ref}`itself <a-lesson>`.": "{ref}`여기 <a-lesson>`입니다."}
    )
    grow(small.project, 8, 1, lambda line: None)
    return small


def test_each_ratio_says_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    """One list names them all."""
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])

    told = capsys.readouterr().out
    assert [name for name in RATIOS if f"    {name} " not in told] == []


def test_a_grown_book_is_built_without_a_run(grown: Small) -> None:
    """Each copy has records that are current, names that no other page has, and a list that leads to it."""
    built = grown.build("-W", "-D", "printproof_require_records=1")

    copies = [name for name in grown.project.docnames() if "-" in name]
    assert (built.status, built.wrong, len(copies)) == (0, [], 3)
    assert all(current_records(grown.project, script_of(grown.project, name)) for name in copies)


def test_a_copy_is_translated(grown: Small) -> None:
    """Its catalog has the sentences that its page has."""
    html = grown.build(language="ko").html("guide/3/lesson-3")

    assert ("여기" in html, "sentence" in html) == (True, False)


def test_a_build_that_is_measured_leaves_a_site(grown: Small) -> None:
    """A command that only prints its help would cost nothing."""
    grown.write("docs/conf.py", THEMED)

    build_site(grown.project)

    assert (grown.project.build / "site" / "en" / "guide" / "3" / "lesson-3.html").is_file()


def test_the_preview_that_is_measured_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Else nothing would come to be seen, and the bench would wait for it."""
    with pytest.raises(SystemExit, match="0"):
        printproof([*PREVIEW, "--help"])

    assert "--port" in capsys.readouterr().out


def test_no_two_copies_say_the_same(grown: Small) -> None:
    """Else what is kept of one would serve another."""
    pages = [grown.project.page(name) for name in ("guide/lesson", "guide/2/lesson-2", "guide/3/lesson-3")]

    assert len({page.read_text(encoding="utf-8") for page in pages}) == len(pages)


def test_a_row_above_its_limit_says_so() -> None:
    """A page that costs twice as much in a large book does not hold."""
    small, twice, large = (
        Book(pages, dict.fromkeys(("all pages", "one sentence", "nothing"), cost), 0, 0)
        for pages, cost in ((10, 1.0), (20, 3.0), (100, 20.0))
    )

    whole, added, *_ = rows_of(small, twice, large)

    assert (whole.holds, str(whole).endswith("not met: " + whole.reason)) == (False, True)
    assert (added.holds, added.measured) == (True, pytest.approx(19 / 90 / 0.2))


def test_a_book_that_was_measured_twice_costs_the_middle() -> None:
    """On a busy machine the same work takes more of the processor."""
    one, other = (Book(10, {"all pages": cost}, memory, 1) for cost, memory in ((1.0, 100), (3.0, 900)))

    assert one.between(other) == Book(10, {"all pages": 2.0}, 100, 1)


def test_what_cannot_be_measured_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no ratio above its limit."""
    monkeypatch.chdir(tmp_path)

    assert main(["catalogs"]) == 2
    assert "no folder here or above holds examples/" in capsys.readouterr().err
