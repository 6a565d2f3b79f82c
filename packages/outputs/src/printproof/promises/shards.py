"""Which scripts does one machine of several check? Each script is in one shard, and shards take about as long."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median

from printproof.promises.reproducibility import rerun_of
from printproof.runs.record import RunError
from printproof.runs.schedule import current_records, durations
from printproof.scripts.loading import scripts_of
from printproof_base.files import write_whole
from printproof_base.findings import summarize_names
from printproof_base.project import Project, ProjectError

NAME = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
PLACE = "shards"
"""The folder, below that of builds, of notes: ``8.json`` has the scripts of each of 8 shards."""


def divided(docnames: Iterable[str], seconds: Mapping[str, float], shards: int) -> list[list[str]]:
    """The scripts of each shard: the longest first, each into the shard that has the least to do until then.

    A script whose duration is not known counts with the median of the others; where none is, all count alike.
    """
    usual = median(seconds.values() or [1.0])
    found: list[list[str]] = [[] for _ in range(shards)]
    load = [0.0] * shards
    for docname in sorted(docnames, key=lambda name: (-seconds.get(name, usual), name)):
        lightest = load.index(min(load))
        found[lightest].append(docname)
        load[lightest] += seconds.get(docname, usual)
    return [sorted(shard) for shard in found]


def scripts_of_shard(project: Project, docnames: Sequence[str], name: str, report: Callable[[str], None]) -> list[str]:
    """The scripts of a shard, which is named as ``2/8``; they are reported.

    How they are divided is noted, and holds here until a script comes or goes, however long runs take meanwhile.
    Machines that know the same durations, or none, divide alike. Raises ProjectError where there is no such shard.
    """
    found = NAME.fullmatch(name)
    number, shards = map(int, found.groups()) if found else (0, 0)
    if not 1 <= number <= shards:
        raise ProjectError.at(f"--shard {name}", "no such shard", "the shards of 8, for example, are 1/8 to 8/8")
    note = project.build / PLACE / f"{shards}.json"
    noted = _noted(note)
    if sorted(docname for shard in noted for docname in shard) != sorted(docnames):
        known = {docname: seconds for docname, seconds in durations(project).items() if docname in docnames}
        noted = divided(docnames, known, shards)
        write_whole(note, json.dumps(noted, indent=1))
    own = noted[number - 1]
    listed = f"{len(own)} of {len(docnames)} scripts: {', '.join(own)}"
    report(f"shard {name}: {listed if own else 'no script, as there are more shards than scripts'}")
    return own


def require_records(project: Project) -> None:
    """Raises RunError where a script or its second run has no current record: which shards make them, if that is noted.

    A script that cannot be read has none, and whoever reads it says why.
    """
    scripts, _ = scripts_of(project, project.docnames())
    without = [one.docname for one in scripts if not (current_records(project, one) and rerun_of(project, one))]
    if without:
        shards, missing = _shards_with(project, without), summarize_names(without)
        whose = f"{summarize_names([f'shard {one}' for one in shards])} ({missing})" if shards else missing
        cure = f"where scripts may run: printproof check --again{f' --shard {shards[0]}' if shards else ''}"
        raise RunError.at(project.shown(project.build / "runs"), f"no current records of {whose}", cure)


def notes(build: Path) -> list[Path]:
    """The files in a folder of builds that say how scripts were divided."""
    return sorted((build / PLACE).glob("*.json"))


def _noted(note: Path) -> list[list[str]]:
    """How scripts were divided; nothing where no note can be read."""
    try:
        return [list(map(str, shard)) for shard in json.loads(note.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def _shards_with(project: Project, docnames: Iterable[str]) -> list[str]:
    """The shards that have scripts; none where they were not divided, or in more than one way."""
    if len(found := notes(project.build)) != 1:
        return []
    noted = _noted(found[0])
    return [f"{number}/{len(noted)}" for number, shard in enumerate(noted, 1) if set(shard).intersection(docnames)]
