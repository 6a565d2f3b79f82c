"""A place that rsync reaches is a link, which is switched from one whole site to the next."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from printproof_base.project import ProjectError
from printproof_site.publishing.remote import Remote
from printproof_site.publishing.send import deliver
from support.sites import NEW, OLD, OURS, killed, read, written

pytestmark = pytest.mark.skipif(
    not shutil.which("rsync") and os.environ.get("CI") != "true", reason="rsync is not installed"
)
DAY_S = 24 * 60 * 60
KEPT = {"_static/list-0a1b2c3d.js": "old"}


def bring(site: Path, place: Path, now: float = 0.0, dry: bool = False) -> list[str]:
    """Publish a site; what was said."""
    said: list[str] = []
    scratch = place.parents[1] / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    deliver(site, Remote(f"{place.parent}/", place.name, scratch, site), now, "abc", dry, said.append)
    return said


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The new site."""
    return written(tmp_path / "new", NEW)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A place that has the old site, and files that are not ours."""
    place = tmp_path / "www/state"
    place.parent.mkdir()
    bring(written(tmp_path / "old", OLD), place)
    written(place, OURS)
    return place


def names(place: Path) -> list[bool]:
    """What lies around a place: for each name whether it is a link."""
    return sorted(path.is_symlink() for path in place.parent.iterdir())


def test_a_new_site_replaces_the_old_one(place: Path, new: Path) -> None:
    """What is not ours comes along; the folder before is gone."""
    bring(new, place)

    assert read(place) == {**NEW, **OURS, **KEPT}
    assert names(place) == [False, True]


def test_what_an_open_page_asks_for_goes_after_a_day(place: Path, new: Path) -> None:
    """As in a folder of this machine."""
    bring(new, place)
    bring(new, place, now=DAY_S)

    assert read(place) == {**NEW, **OURS}


def test_a_dry_run_changes_nothing(place: Path, new: Path) -> None:
    """It names what would."""
    before = read(place), os.readlink(place), {path: path.stat().st_mtime_ns for path in place.parent.rglob("*")}

    said = bring(new, place, dry=True)

    assert "  ko/guide/page.html" in said
    after = read(place), os.readlink(place), {path: path.stat().st_mtime_ns for path in place.parent.rglob("*")}
    assert after == before


def test_a_file_that_did_not_change_keeps_its_time(place: Path, new: Path) -> None:
    """By time and size hosts tell browsers whether a file is the one they have."""
    os.utime(place / "_static/same.css", (1, 1))

    bring(new, place)

    assert (place / "_static/same.css").stat().st_mtime == 1


def test_a_site_that_is_there_already_is_not_sent(place: Path, tmp_path: Path) -> None:
    """The link leads where it led."""
    before = os.readlink(place)

    assert bring(tmp_path / "old", place)[-1] == "nothing changed"
    assert (os.readlink(place), read(place)) == (before, {**OLD, **OURS})


def test_what_was_half_sent_is_completed(place: Path, new: Path) -> None:
    """A name says what a folder is to hold; what else it has is what rsync was writing when it was killed."""
    bring(new, place)
    whole, live = read(place), place.resolve()
    place.unlink()
    shutil.copytree(live, place.with_name("state-0123456789abcdef"))
    place.symlink_to("state-0123456789abcdef")
    written(place, {"index.html": "other"})
    (live / "ko/index.html").unlink()
    written(live, {"index.html": "ne", "ko/.index.html.a1B2c3": "n"})

    bring(new, place)

    assert (place.resolve(), read(place)) == (live, whole)


def test_a_folder_of_files_is_refused_with_the_cure(place: Path, new: Path) -> None:
    """Which works, and is needed once."""
    live = os.readlink(place)
    place.unlink()
    (place.parent / live).rename(place)

    with pytest.raises(ProjectError, match="is a folder, and only a link can be switched in one step") as refused:
        bring(new, place)

    os.system(f"cd {place.parent} && {refused.value.findings[0].cure.removeprefix('there, once: ')}")
    bring(new, place)
    assert (read(place), names(place)) == ({**NEW, **OURS, **KEPT}, [False, True])


def test_a_link_of_somebody_may_lead_anywhere(place: Path, new: Path, tmp_path: Path) -> None:
    """Its folder is read, and then left where it is."""
    away = tmp_path / "away"
    (place.parent / os.readlink(place)).rename(away)
    place.unlink()
    place.symlink_to(away)

    bring(new, place)

    assert read(place) == {**NEW, **OURS, **KEPT}
    assert read(away) == {**OLD, **OURS}


def test_a_place_that_is_away_is_one_line(new: Path, tmp_path: Path) -> None:
    """In the words of rsync."""
    with pytest.raises(ProjectError, match=r'^rsync: \[sender\] change_dir ".*gone" failed: No such file'):
        bring(new, tmp_path / "gone/state")


def test_a_missing_rsync_is_one_line(new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what installs it."""
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(ProjectError, match=r"^rsync is not installed; install it, for example: apt-get install rsync$"):
        bring(new, tmp_path / "www/state")


def test_wherever_it_is_killed_the_place_has_one_whole_site(place: Path, new: Path, tmp_path: Path) -> None:
    """The old or the new one, with what is not ours; the next call finishes, and removes what is left."""
    saved = Path(shutil.copytree(place.parent, tmp_path / "saved", symlinks=True))
    whole = [read(place), {**NEW, **OURS, **KEPT}]
    target = f"Remote({str(place.parent)!r} + '/', {place.name!r}, scratch, site)"
    for number in killed(new, tmp_path / "killed", target, "programs"):
        assert (number, read(place)) in [(number, site) for site in whole]
        bring(new, place)
        assert (read(place), names(place)) == (whole[1], [False, True])
        shutil.rmtree(place.parent)
        shutil.copytree(saved, place.parent, symlinks=True)
    assert number == 5
