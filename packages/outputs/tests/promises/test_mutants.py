"""A script that is wrong in one place is rejected, by the rule that is made for it, at the line that is wrong."""

from __future__ import annotations

import pytest

from support.mutation import Mutant, Trial, bases, mutants

MUTANTS, BASES = list(mutants()), list(bases())
PLAIN = next(base.text for base in BASES if base.base == "counter")
HARMLESS = [
    Mutant("harmless", "windows-line-ends", PLAIN.replace("\n", "\r\n")),
    Mutant("harmless", "a-byte-order-mark", "\ufeff" + PLAIN),
    Mutant("harmless", "no-last-line-end", PLAIN.removesuffix("\n")),
    Mutant("harmless", "blanks-at-the-ends-of-a-promise", PLAIN.replace("# 1\n", "# 1  \n").replace("#\n", "# \n")),
    Mutant("harmless", "empty-lines-at-the-end", PLAIN + "\n\n"),
]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """Everything run once, side by side."""
    return Trial(tmp_path_factory.mktemp("mutants"), [*MUTANTS, *BASES, *HARMLESS])


def rejected(trial: Trial, mutant: Mutant) -> bool:
    """True where the expected rule rejects a mutant at the expected line."""
    lines = (mutant.page or mutant.text).split("\n")
    return any(
        found.rule == mutant.rule and lines[found.line - 1].strip() == mutant.at and mutant.says in found.report
        for found in trial.rejections.get(mutant.docname, [])
    )


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.base}-{m.name}")
def test_a_mutant_is_rejected(trial: Trial, mutant: Mutant) -> None:
    """Its rule says so, at the line that is wrong."""
    found = [f"{r.rule}: {r.report}" for r in trial.rejections.get(mutant.docname, [])]

    assert rejected(trial, mutant), "\n".join([f"expected {mutant.rule} at {mutant.at!r}, found:", *found])


@pytest.mark.parametrize("script", [*BASES, *HARMLESS], ids=lambda m: f"{m.base}-{m.name}")
def test_a_script_that_keeps_its_promises_is_accepted(trial: Trial, script: Mutant) -> None:
    """No rule raises a false alarm, and line ends, marks and blanks are harmless."""
    assert [found.report for found in trial.rejections.get(script.docname, [])] == []


def test_all_mutants_are_rejected(trial: Trial, capsys: pytest.CaptureFixture[str]) -> None:
    """The figure of the suite: all of all."""
    count = sum(rejected(trial, mutant) for mutant in MUTANTS)
    with capsys.disabled():
        print(f"\nmutants rejected / made: {count} / {len(MUTANTS)}")

    assert count == len(MUTANTS)
