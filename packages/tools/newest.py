"""What does not hold on the newest JAX? The text of an issue: ``python -m packages.tools.newest OUTPUTS CLAIMS TEXT``.

OUTPUTS is what ``printproof check --json`` printed, CLAIMS the JUnit file of the tests of sentences, both on that JAX.
TEXT, which is written where anything does not hold, has the title of the issue as its first line.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from printproof_base.findings import FEW, visible
from printproof_base.report import BROKEN, DONE

ROOT = Path(__file__).parents[2]
OURS = "-e packages/base -e packages/catalogs -e packages/outputs"
INSTALL = f"python -m pip install --upgrade {{jax}} jaxlib numpy matplotlib pytest -r locks/libraries.in {OURS}"
OUTPUTS = "python -m printproof check"
CLAIMS = "python -m pytest -q -p no:cacheprovider -c /dev/null --noconftest --rootdir ."
MOST = 12
"""Lines of one cell that an issue quotes."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the text and write it; 1 where anything does not hold, or was not run."""
    parser = argparse.ArgumentParser(prog="python -m packages.tools.newest", description=(__doc__ or "").split("\n")[0])
    for name in ("outputs", "claims", "text"):
        parser.add_argument(name, type=Path)
    chosen = parser.parse_args(arguments)
    text = issue(version("jax"), _findings(chosen.outputs), _failures(chosen.claims))
    print(text or f"JAX {version('jax')}: each page prints what it says, and each sentence holds.")
    if text:
        chosen.text.write_text(f"{text}\n", encoding="utf-8")
    return BROKEN if text else DONE


def issue(jax: str, findings: Sequence[Mapping[str, Any]] | None, failures: Mapping[str, str] | None) -> str:
    """The title and the body; empty where all holds. None stands for what was not run to its end."""
    by_page: dict[str, Mapping[str, Any]] = {}
    for finding in findings or ():
        by_page.setdefault(finding["docname"] or finding["path"], finding)
    counts = [_count(by_page, findings, "page", "outputs"), _count(failures or {}, failures, "test", "sentences")]
    if not any(counts):
        return ""
    pages, tests = list(by_page.items())[:FEW], list((failures or {}).items())[:FEW]
    shown = [line for _, finding in pages for line in _quoted(finding)]
    told = [f"- `{name}`: {_line(why)}" for name, why in tests]
    return "\n".join(
        [
            f"JAX {jax}: {', '.join(filter(None, counts))}",
            *("", f"At commit `{_commit()}`, with Python {sys.version.split()[0]}.", "", "## Outputs", ""),
            *(shown or [_nothing(findings)]),
            *_more(len(by_page) - len(pages)),
            *("", "## Sentences", "", *(told or [_nothing(failures)])),
            *_more(len(failures or {}) - len(tests)),
            *("", "## Reproduce", "", *_commands(jax, findings is None or by_page, failures is None or failures)),
        ]
    )


def _count(wrong: Mapping[str, Any], ran: object, thing: str, what: str) -> str:
    if ran is None:
        return f"{what} were not run to the end"
    number = len(wrong)
    return f"{what} of {number} {thing}{'s' * (number != 1)} do not hold" if number else ""


def _quoted(finding: Mapping[str, Any]) -> Iterator[str]:
    """The first finding of a page: its place and fact, the expected and the printed lines, and its cure."""
    yield f"- `{finding['path']}:{finding['line']}`: {_line(finding['fact'])}"
    for label, lines in (("expected", finding["promised"]), ("printed", finding["printed"])):
        if lines:
            cut = [f"… and {len(lines) - MOST} more"] if len(lines) > MOST else []
            yield from ("", f"  {label}:", "", *(f"      {visible(line)}" for line in [*lines[:MOST], *cut]))
    if finding["cure"]:
        yield from ("", f"  To do: {_line(finding['cure'])}")


def _more(number: int) -> list[str]:
    return [f"- … and {number} more"] if number > 0 else []


def _nothing(ran: object) -> str:
    return "They were not run to the end." if ran is None else "None is wrong."


def _commands(jax: str, pages: Mapping[str, Any] | bool, tests: Mapping[str, Any] | bool) -> Iterator[str]:
    """What to type here for the first that do not hold; for all (True) where they were not run to the end."""
    yield f"    {INSTALL.format(jax=f'jax=={jax}')}"
    if pages:
        yield " ".join([f"    {OUTPUTS}", *([] if pages is True else [*pages][:FEW])])
    if tests:
        files = ["tests/claims"] if tests is True else [name.partition("::")[0] for name in [*tests][:FEW]]
        yield " ".join([f"    {CLAIMS}", *dict.fromkeys(files)])


def _line(text: str) -> str:
    """A text on one line, as an issue shows it."""
    return visible(" ".join(text.split()))


def _commit() -> str:
    done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _findings(path: Path) -> list[Mapping[str, Any]] | None:
    """The errors of a report; None where there is none, as where the check was ended."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        return [finding for finding in report["findings"] if finding["severity"] == "error"]
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _failures(path: Path) -> dict[str, str] | None:
    """The tests of sentences that failed, each with its reason; None where they were not run to the end."""
    try:
        cases = list(ET.parse(path).getroot().iter("testcase"))
    except (OSError, ET.ParseError):
        return None
    wrong = ((case, found) for case in cases for found in case if found.tag in ("failure", "error"))
    named = {f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}": found for case, found in wrong}
    return {name: found.get("message", "").partition("\n")[0] for name, found in named.items()} if cases else None


if __name__ == "__main__":
    sys.exit(main())
