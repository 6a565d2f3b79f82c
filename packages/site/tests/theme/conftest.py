"""What the tests of the theme share: one site, built once and only read."""

from pathlib import Path

import pytest

from support.built import ROOT, build_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site of the theme in three languages, built without an address."""
    return build_site(ROOT / "tests/sites/theme", tmp_path_factory.mktemp("theme"))
