"""What does a site cost where one sentence of a language changed, or nothing? Beside all of it from clean."""

from __future__ import annotations

import re
import shutil
import statistics
import time
from itertools import count
from pathlib import Path

from packages.site.bench.measuring import Row, all_met, build_site, copied

from printproof_base.findings import ReportedError
from printproof_base.project import Project
from printproof_catalogs.catalog import Message
from printproof_catalogs.layout import catalogs_of

KEPT = ("site", "parts", "stamps")
LIMITS = {"one sentence": 0.10, "nothing": 0.02}
PLAIN = re.compile(r"[^`*_\\[\](){}<>|$0-9\"\\\\]{12,}[.。]")


class NoSentenceError(ReportedError):
    """A project without a sentence that can be changed."""


def measure_parts(project: Project, rounds: int) -> bool:
    """Print what a site costs where one sentence changed, and where nothing did; True where both are within limits.

    Each round builds a copy of the project from clean, all its pages once more, then after a change, then again.
    Processor time decides, wall time stands beside it. From clean scripts run as well, so what the same builds cost
    beside all pages alone is printed, too.
    """
    whole: dict[str, list[float]] = {name: [] for name in ("all pages", *LIMITS)}
    pages: dict[str, list[float]] = {name: [] for name in LIMITS}
    with copied(project) as copy:
        for turn in range(1, rounds + 1):
            costs = _round(copy)
            for shares, whole_name in ((whole, "from clean"), (pages, "all pages")):
                for name, own in shares.items():
                    own.append(costs[name][0] / costs[whole_name][0])
            shown = (f"{name} {cpu:.2f} s ({wall:.2f} s)" for name, (cpu, wall) in costs.items())
            print(f"[{turn}/{rounds}] processor (wall): {', '.join(shown)}", flush=True)
    middle = {name: statistics.median(own) for name, own in whole.items()}
    print(f"all pages anew cost {middle['all pages']:.3f} of from clean in processor time")
    for name in LIMITS:
        print(f"{name} changed costs {statistics.median(pages[name]):.3f} of all pages")
    return all_met(Row(f"{name} changed, of from clean", middle[name], limit) for name, limit in LIMITS.items())


def _round(project: Project) -> dict[str, tuple[float, float]]:
    """The costs of one round of builds, each where the one before left the project."""
    shutil.rmtree(project.build, ignore_errors=True)
    costs = {"from clean": _costs(project)}
    for name in KEPT:
        shutil.rmtree(project.build / name)
    costs["all pages"] = _costs(project)
    change_sentence(project)
    costs["one sentence"] = _costs(project)
    return {**costs, "nothing": _costs(project)}


def _costs(project: Project) -> tuple[float, float]:
    """The processor and the wall time of one build. Raises CalledProcessError where it fails."""
    begun = time.monotonic()
    return build_site(project), time.monotonic() - begun


_turns = count(1)


def change_sentence(project: Project) -> None:
    """Write a sentence of the first translated language another way: its words stand there once more."""
    path, message = _sentence(project)
    text = path.read_text(encoding="utf-8")
    old = f'msgstr "{message.text}"'
    new = f'msgstr "{message.text[:-1]}{message.text[-2] * next(_turns)}{message.text[-1]}"'
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _sentence(project: Project) -> tuple[Path, Message]:
    """The first sentence of words alone, with its catalog. Raises NoSentenceError where there is none."""
    for place in catalogs_of(project, project.translated()[:1]):
        for message in place.read().messages if "/" in place.docname else ():
            plain = message.current and PLAIN.fullmatch(message.text) and len(message.text) < 60
            if plain and f'msgstr "{message.text}"' in place.path.read_text(encoding="utf-8"):
                return place.path, message
    raise NoSentenceError.at(project.locales, "no catalog has a sentence of words alone")
