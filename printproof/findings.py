"""What a check has to say: a place, how grave it is, a rule and one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Finding:
    """One fact at one line of one file. An error blocks, a warning does not."""

    path: str
    line: int
    severity: Severity
    rule: str
    sentence: str

    def __str__(self) -> str:
        """Give the one line that terminals and editors link to the place."""
        return visible(f"{self.path}:{self.line}: {self.severity}: {self.rule}: {self.sentence}")


def visible(text: str) -> str:
    """Give a text as one line that a terminal shows as it is: what cannot be seen is spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def as_json(findings: Iterable[Finding]) -> str:
    """Give the findings as a JSON array, one object each, in the given order."""
    return json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=1)


def as_annotation(finding: Finding) -> str:
    """Give the workflow command that shows a finding beside its line on GitHub."""
    path = _escaped(finding.path).replace(":", "%3A").replace(",", "%2C")
    return (
        f"::{finding.severity} file={path},line={finding.line},title={_escaped(finding.rule)}"
        f"::{_escaped(finding.sentence)}"
    )


def _escaped(text: str) -> str:
    """Keep a text inside its workflow command, whatever it holds."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
