"""What the tests of the theme share: one site, built once and only read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.built import ROOT, build_site, serve
from support.tour import Tour


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site of the theme in three languages, built without an address."""
    return build_site(ROOT / "tests/sites/theme", tmp_path_factory.mktemp("theme"))


@pytest.fixture(scope="session")
def tour(browser: Browser, whole_site: Path) -> Iterator[Tour]:
    """All pages of this project, as a browser shows them."""
    with serve(whole_site) as address:
        tour = Tour(browser, address)
        yield tour
        tour.leave()
