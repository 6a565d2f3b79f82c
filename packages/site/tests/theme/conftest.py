"""What the tests of the theme share: one site, built once and only read."""

from functools import partial
from pathlib import Path

import pytest

from support.built import ROOT, build_site
from support.shared import made_once


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site of the theme in three languages, built without an address."""
    return made_once(tmp_path_factory, "theme", partial(build_site, ROOT / "tests/sites/theme")) / "site"
