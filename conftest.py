"""What several files of tests share: sites that are made once and only read, and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from printproof_base.project import Project, at
from printproof_site.publishing.build import make_site
from support.built import ROOT, chromium, make_whole, serve
from support.tour import Tour


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in all languages, with a public address and a date; scripts run where they have no current record."""
    return make_whole(tmp_path_factory.mktemp("whole"), "https://state.example/jax/")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, list[str]]:
    """The small project of two languages with its published site, and what was said while it was made."""
    folder = tmp_path_factory.mktemp("made") / "project"
    shutil.copytree(ROOT / "tests/sites/two-languages", folder)
    said: list[str] = []
    make_site(at(folder), report=said.append)
    return at(folder), said


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
