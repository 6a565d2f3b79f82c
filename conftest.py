"""What several files of tests share: sites that are made once and only read, and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from printproof_base.project import Project, at
from printproof_site.publishing import build
from printproof_site.publishing.build import make_site
from support.built import ROOT, chromium, serve
from support.memory import compiled_once, forget, uncollected
from support.shared import group_of, made_once, one_at_a_time, shared_folder
from support.sphinx_server import run_jobs
from support.tour import OTHERS, REPRESENTATIVE, Tour


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Hand out tests by their files, and those of one group of files together: what they share is made once."""
    from xdist.scheduler import LoadFileScheduling

    class ByGroup(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return ByGroup(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays to the end."""
    with uncollected():
        return (yield)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of what this process has compiled: JAX may read in it what another process has half written."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module", autouse=True)
def _programs_of_a_file(request: pytest.FixtureRequest) -> Iterator[None]:
    """A file of claims compiles thousands of small programs, many of them alike, and leaves none to the next file."""
    if "claims" not in request.path.parts:
        yield
        return
    with compiled_once(request.getfixturevalue("programs")):
        yield
    forget()


@pytest.fixture(scope="session", autouse=True)
def _build_in_forks() -> Iterator[None]:
    """A site that a test makes is built in a fork; `make site`, and the verb where tests type it, in a new process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "run_jobs", run_jobs)
        yield


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that ``make site`` publishes, in all languages: as it is where nothing has changed, else made anew.

    It has the public address that ``SITE_URL`` names, or none.
    """
    with one_at_a_time(shared_folder(tmp_path_factory) / "site.lock"):
        return make_site(at(ROOT), report=lambda line: None)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, list[str]]:
    """The small project of two languages with its published site, and what was said while it was made."""

    def make(folder: Path) -> None:
        shutil.copytree(ROOT / "tests/sites/two-languages", folder / "project")
        with (folder / "said").open("w", encoding="utf-8") as said:
            make_site(at(folder / "project"), report=lambda line: print(line, file=said))

    folder = made_once(tmp_path_factory, "made", make)
    return at(folder / "project"), (folder / "said").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of the system."""
    # In a kiosk a whole Chromium has no bars around the page, which would be painted anew with each page that it shows.
    args = ["--no-sandbox", "--disable-gpu", "--kiosk"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tour(browser: Browser, whole_site: Path) -> Iterator[Tour]:
    """All pages of this project, as a browser shows them."""
    with serve(whole_site) as address:
        tour = Tour(browser, address)
        yield tour
        tour.leave()


@pytest.fixture(
    params=[REPRESENTATIVE, pytest.param(OTHERS, marks=pytest.mark.nightly)], ids=["representative", "others"]
)
def paths(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The pages that are visited: those that stand for all others, and at night the others as well."""
    return tuple(request.param)
