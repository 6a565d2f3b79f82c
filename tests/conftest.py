"""What several files of tests share: the site of this project, made once, as readers get it."""

from pathlib import Path

import pytest
from built import make_whole


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in all languages, with a public address and a date; scripts run where they have no current record."""
    return make_whole(tmp_path_factory.mktemp("whole"), "https://state.example/jax/")
