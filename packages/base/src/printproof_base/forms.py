"""The forms in which a report is printed for other programs: annotations of GitHub, and SARIF."""

import json
from collections.abc import Iterable, Iterator

from printproof_base.findings import Finding


def annotations(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding that a workflow of GitHub shows at the line of its file.

    Source: docs.github.com, "Workflow commands for GitHub Actions".
    """
    for finding in findings:
        place = f"file={_property(finding.place.path)},line={finding.place.line_of_file}"
        yield f"::{finding.severity} {place},title={_property(finding.rule)}::{_data(finding.sentence)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(findings: Iterable[Finding], version: str) -> str:
    """The findings as SARIF 2.1.0, which code scanning and editors read; ``version`` is that of the program."""
    results = [
        {
            "ruleId": finding.rule,
            "level": finding.severity,
            "message": {"text": "\n".join([finding.sentence, *finding.detail])},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": finding.place.path},
                        "region": {"startLine": finding.place.line_of_file},
                    }
                }
            ],
        }
        for finding in findings
    ]
    driver = {"name": "printproof", "version": version}
    runs = [{"tool": {"driver": driver}, "results": results}]
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": runs}, ensure_ascii=False, indent=1)
