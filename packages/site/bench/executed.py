"""What do all languages cost from clean, runs and checks included, beside as many plain MyST-NB builds that execute?

The plain build is that of the notebooks which the site offers, without their outputs: no page without code is in it.
It runs each notebook in a kernel of its own, in the language it is built in, and checks nothing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packages.site.bench.measuring import Row, all_met, build_site, copied, spent
from packages.site.bench.parts import KEPT

from printproof.runs.environment import run_environment
from printproof_base.findings import ReportedError
from printproof_base.languages import segment
from printproof_base.processes import own_environment
from printproof_base.project import Project

LIMITS = {3: 0.30, 10: 0.12}
TERRITORIES = ("KR", "SG", "MY", "JP", "US", "CA", "AU")
"""Copies of the first language are those of territories, so that the rules for its sentences stay: ten languages."""
CONF = """
project = "plain"
extensions = ["myst_nb"]
nb_execution_mode = "force"
nb_execution_allow_errors = True
nb_execution_timeout = 300
suppress_warnings = ["*"]
"""


class NoSiteError(ReportedError):
    """A project whose site was not built: its notebooks are those of the plain build."""


def measure_executed(project: Project, languages: int) -> bool:
    """Print what so many languages cost beside as many plain builds; True where it is within the limit.

    Further languages, ten in all at most, are copies of the first translation. Raises NoSiteError and
    CalledProcessError.
    """
    (whole, pages), one = site_seconds(project, languages), plain_seconds(project)
    print(f"{languages} languages {whole:.1f} s, one plain build that executes {one:.1f} s of the processor")
    name, runs = f"{languages} languages from clean, of as many plain builds", whole - pages
    reason = f"four runs of each script, compared, are {runs / one:.2f} of a plain build, which runs each once"
    return all_met([Row(name, whole / (languages * one), LIMITS.get(languages, LIMITS[3]), reason=reason)])


def site_seconds(project: Project, languages: int) -> tuple[float, float]:
    """The processor time of a site of so many languages from clean, and of its pages with the records of its runs.

    Raises CalledProcessError where it fails.
    """
    with copied(project) as copy:
        _more_languages(copy, languages)
        return _costs(copy), _costs(copy)


def _costs(project: Project) -> float:
    for name in KEPT:
        shutil.rmtree(project.build / name, ignore_errors=True)
    return build_site(project)


def _more_languages(project: Project, languages: int) -> None:
    """Leave a project so many languages; those that it lacks are copies of its first translation."""
    own = project.translated()
    for language in own[languages - 1 :]:
        shutil.rmtree(project.locales / language)
    source = own[0]
    for territory in TERRITORIES[: languages - len(project.languages())]:
        name = f"{source}_{territory}"
        shutil.copytree(project.locales / source, project.locales / name)
        for catalog in (project.locales / name).rglob("*.po"):
            text = catalog.read_text(encoding="utf-8")
            catalog.write_text(text.replace(f"Language: {source}\\n", f"Language: {name}\\n"), encoding="utf-8")


def plain_seconds(project: Project) -> float:
    """The processor time of a build of the notebooks of a site that executes them. Raises NoSiteError."""
    site = project.build / "site" / segment(project.source)
    notebooks = sorted(site.rglob("*.ipynb"))
    if not notebooks:
        raise NoSiteError.at(project.shown(site), "no notebook lies there", "build the site: make site")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        docs = Path(folder, "docs")
        for notebook in notebooks:
            _put(docs / notebook.relative_to(site), notebook)
        (docs / "conf.py").write_text(CONF, encoding="utf-8")
        names = "\n".join(sorted(path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.ipynb")))
        (docs / "all.md").write_text(f"# All\n\n```{{toctree}}\n{names}\n```\n", encoding="utf-8")
        before = spent()
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-b",
            "html",
            "-D",
            "root_doc=all",
            str(docs),
            f"{folder}/html",
        ]
        subprocess.run(command, cwd=folder, env=run_environment(own_environment()), check=True)
        return spent() - before


def _put(path: Path, notebook: Path) -> None:
    """A notebook as its author has it: what its cells gave is left out."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
