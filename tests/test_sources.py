"""What earlier texts taught is taught here, too, and a run proves each fact where the credits say."""

import csv
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACTS = list(csv.DictReader((ROOT / "tests/support/sources.csv").read_text(encoding="utf-8").splitlines()))


def sections(path: Path) -> dict[str, str]:
    """The labels of a page, each with the text from there to the next label."""
    parts = re.split(r"^\(([\w-]+)\)=\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


PAGES = {label: page for page in (ROOT / "docs").rglob("*.md") for label in sections(page)}


def is_proved(fact: dict[str, str]) -> bool:
    """Whether the section of a fact shows its cell, and the script of the page runs it."""
    page = PAGES[fact["label"]]
    script = ROOT / "examples" / page.relative_to(ROOT / "docs").with_suffix(".py")
    shown = re.findall(r"^```\{code-cell\}\n:example: (.+)", sections(page)[fact["label"]], re.MULTILINE)
    run = re.findall(r"^# %% (.+)", script.read_text(encoding="utf-8"), re.MULTILINE)
    return fact["cell"] in shown and fact["cell"] in run


def test_a_fact_is_proved_by_a_cell_of_its_section() -> None:
    """The section exists, shows the cell, and the script of its page runs it."""
    assert [fact for fact in FACTS if not is_proved(fact)] == []


def test_the_credits_list_each_fact_with_its_section() -> None:
    """No fact is missing there, and none stands there alone."""
    listed = [
        {"source": source, "fact": words, "label": label}
        for source, text in sections(ROOT / "docs/credits.md").items()
        for words, label in re.findall(r"^- \[(.+)\]\(#([\w-]+)\)$", text, re.MULTILINE)
    ]

    assert listed == [{key: fact[key] for key in ("source", "fact", "label")} for fact in FACTS]


def test_a_fact_is_named_once() -> None:
    """It stands with the text that taught it first."""
    facts = [fact["fact"] for fact in FACTS]

    assert [fact for fact in set(facts) if facts.count(fact) > 1] == []


def test_there_are_five_sources() -> None:
    """Each of them has facts of its own."""
    assert len({fact["source"] for fact in FACTS}) == 5
