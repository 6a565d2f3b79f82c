"""A place that rsync reaches is a link, which is switched from one whole site to the next."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from printproof_base.processes import own_environment
from printproof_base.project import ProjectError
from printproof_site.publishing.remote import Remote
from printproof_site.publishing.send import deliver
from support.sites import AT_ONCE, NEW, OLD, OTHER, OURS, at_once, killed, pages, read, written

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
    """A place that has had the old site for long, and files that are not ours."""
    place = tmp_path / "www/state"
    place.parent.mkdir()
    bring(written(tmp_path / "old", OLD), place)
    written(place, OURS)
    os.utime(place, (0, 0))
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
    assert number == 7


def target_of(place: Path, scratch: Path, site: Path) -> str:
    """A place as a program names it, with a folder for copies."""
    scratch.mkdir()
    return f"Remote({f'{place.parent}/'!r}, {place.name!r}, Path({str(scratch)!r}), Path({str(site)!r}))"


@pytest.mark.parametrize("number", range(3))
def test_of_two_that_publish_at_once_one_is_there_whole(place: Path, new: Path, tmp_path: Path, number: int) -> None:
    """From one machine; where the other one did not come after it, one line says so."""
    other = written(tmp_path / "other", OTHER)

    said = at_once({site: target_of(place, tmp_path / f"scratch-{site.name}", site) for site in (new, other)})

    there = read(place)
    assert any(there.items() >= {**site, **OURS}.items() for site in (NEW, OTHER))
    refused = f"{place}: somebody else is publishing to it; wait until that has ended, then run it again"
    assert sorted(said) in [["", ""], ["", refused]]


def test_a_second_publisher_of_this_machine_is_refused_at_once(place: Path, new: Path) -> None:
    """While the first one is at work; afterwards nothing is left of it."""
    line = f"^{place}: somebody else is publishing to it; wait until that has ended, then run it again$"
    with Remote(f"{place.parent}/", place.name, place, new).alone(), pytest.raises(ProjectError, match=line):
        bring(new, place)

    assert bring(new, place)[-1] != "nothing changed"


# Before one step of a publisher, another one publishes from beginning to end: from another machine, as its lock is
# in another folder.
BETWEEN = """#!/bin/sh
case "$*" in {step})
  if mv {ready} {done} 2>/dev/null; then TMPDIR={folder} {python} {code} </dev/null >/dev/null; fi;;
esac
exec {rsync} "$@"
"""
SEND, SWITCH = "'-rlcz '*", "'-l -- '*"
MEANWHILE = "somebody else published to it meanwhile, so nothing was published; run it again"


def between(tmp_path: Path, step: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other site be published just before the next step of that kind."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "ready").touch()
    site = written(tmp_path / "other", OTHER)
    target = target_of(place, tmp_path / "second", site)
    (tmp_path / "second.py").write_text(
        f"import sys\nsys.argv[1:] = [{str(site)!r}, {target!r}]\n{AT_ONCE}", encoding="utf-8"
    )
    names = {"ready": tmp_path / "ready", "done": tmp_path / "done", "folder": tmp_path, "python": sys.executable}
    script = BETWEEN.format(step=step, code=tmp_path / "second.py", rsync=shutil.which("rsync"), **names)
    (tmp_path / "bin/rsync").write_text(script, encoding="utf-8")
    (tmp_path / "bin/rsync").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", own_environment()["PYTHONPATH"])


def test_who_comes_last_in_the_same_moment_is_there_whole(
    place: Path, new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one, which is through, has not removed what was sent and not yet switched to."""
    between(tmp_path, SWITCH, place, monkeypatch)

    bring(new, place)

    assert names(place) == [False, False, True]  # the folder of the other one is there as well
    assert read(place) == {**NEW, **OURS, **KEPT}


def test_who_finds_another_site_than_at_the_beginning_publishes_nothing(
    place: Path, new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its plan was made of what is no longer there, as on a branch."""
    between(tmp_path, SEND, place, monkeypatch)

    with pytest.raises(ProjectError, match=f"^{place}: {MEANWHILE}$"):
        bring(new, place)

    assert pages(read(place)) == pages(OTHER)
