"""What do all languages cost beside one? Processor time of both from clean, by turns, in copies of the project."""

from __future__ import annotations

import statistics

from packages.site.bench.measuring import Row, all_met, build_site, copied

from printproof_base.project import Project

LIMIT = 1.5


def measure_languages(project: Project, rounds: int) -> bool:
    """Print the cost of the site of all languages beside that of one; True where it is within the limit."""
    one = project.source
    ratios = []
    for turn in range(1, rounds + 1):
        whole, part = cpu_seconds(project, []), cpu_seconds(project, [one])
        ratios.append(whole / part)
        print(f"[{turn}/{rounds}] all languages {whole:.1f} s, {one} alone {part:.1f} s: {whole / part:.2f}")
    return all_met([Row(f"all languages from clean, of {one} alone", statistics.median(ratios), LIMIT)])


def cpu_seconds(project: Project, languages: list[str]) -> float:
    """The processor time of a build from clean, with all its processes. Raises CalledProcessError where it fails."""
    with copied(project) as copy:
        return build_site(copy, *languages)
