"""What several files of tests share: the site of this project, made once, as readers get it."""

import os
import shutil
from pathlib import Path

import pytest
from built import ROOT

from printproof.project import at
from printproof.site import make_site


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in all languages, with a public address and a date; scripts run where they have no current record."""
    folder = tmp_path_factory.mktemp("whole")
    for name in ("docs", "examples", "locales"):
        shutil.copytree(ROOT / name, folder / name)
    for path in [*ROOT.glob("*.toml"), *ROOT.glob("*.csv"), ROOT / "conf.py"]:
        shutil.copy(path, folder)
    (ROOT / "_build" / "runs").mkdir(parents=True, exist_ok=True)
    (folder / "_build").mkdir()
    (folder / "_build" / "runs").symlink_to(ROOT / "_build" / "runs")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SITE_URL", "https://state.example/jax/")
        if "SOURCE_DATE_EPOCH" not in os.environ:
            environment.setenv("SOURCE_DATE_EPOCH", "1790000000")
        return make_site(at(folder), said=lambda line: None)
