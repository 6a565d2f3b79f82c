"""A folder that a host serves changes from one whole site to the next, and keeps what is not ours."""

from __future__ import annotations

import os
import shutil
import threading
import urllib.request
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from printproof_base.project import ProjectError
from printproof_site.publishing import folder as folders
from printproof_site.publishing import publish as publishing
from printproof_site.publishing.folder import Folder
from printproof_site.publishing.plan import MANIFEST
from printproof_site.publishing.send import deliver
from support.built import serve
from support.sites import NEW, OLD, OTHER, OURS, at_once, killed, pages, read, written

HOUR_S = 3600.0
KEPT = "_static/list-0a1b2c3d.js"
"""What the old site's page loads, and the new site has no more."""


def bring(site: Path, place: Path, now: float = 0.0, dry: bool = False) -> list[str]:
    """Publish a site; what was said."""
    said: list[str] = []
    deliver(site, Folder(place), now, "abc", dry, said.append)
    return said


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The old site."""
    return written(tmp_path / "old", OLD)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The new site."""
    return written(tmp_path / "new", NEW)


@pytest.fixture
def place(old: Path, tmp_path: Path) -> Path:
    """A folder that has the old site, among files that are not ours."""
    place = written(tmp_path / "www/state", OURS)
    bring(old, place)
    return place


def test_a_folder_that_is_not_there_is_made(old: Path, tmp_path: Path) -> None:
    """The one around it must be there, as a disk may be away."""
    bring(old, tmp_path / "state")

    assert read(tmp_path / "state") == OLD


def test_a_new_site_replaces_the_old_one(place: Path, new: Path) -> None:
    """What no page asks for is gone, and what is not ours is there."""
    bring(new, place)

    assert read(place) == {**NEW, **OURS, KEPT: "old"}
    assert [path.name for path in place.parent.iterdir()] == ["state"]
    assert [path for path in place.rglob("*/") if not any(path.iterdir())] == []


def test_a_folder_keeps_its_owner(place: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As others may write there: a host into ``.well-known``, a group into all of it. Where this user may say so."""
    asked: list[str] = []

    def chown(path: Path, user: int, group: int, follow_symlinks: bool) -> None:
        asked.append(path.name)
        raise PermissionError

    monkeypatch.setattr(folders.os, "chown", chown)

    bring(new, place)

    assert {"site", ".well-known", "ko", "_static"} == {*asked}
    assert read(place) == {**NEW, **OURS, KEPT: "old"}


@pytest.mark.parametrize(("hours", "there"), [(23, True), (24, False)])
def test_what_an_open_page_asks_for_stays_a_day(place: Path, new: Path, hours: float, there: bool) -> None:
    """It counts from when the site was published that has it no more, however often that is published again."""
    bring(new, place, now=0)
    bring(new, place, now=20 * HOUR_S)
    bring(new, place, now=hours * HOUR_S)

    assert (place / KEPT).exists() == there


def test_what_comes_back_in_time_is_ours_again(place: Path, old: Path, new: Path) -> None:
    """A site that was published by mistake is undone by publishing the one before."""
    bring(new, place, now=0)
    bring(old, place, now=1)
    bring(old, place, now=48 * HOUR_S)

    assert read(place) == {**OLD, **OURS}


def test_a_dry_run_names_what_would_change_and_changes_nothing(place: Path, new: Path) -> None:
    """Not even the time of a folder."""

    def state() -> dict[str, tuple[int, str]]:
        paths = [place.parent, *place.parent.rglob("*")]
        return {
            str(p): (p.stat().st_mtime_ns, sha256(p.read_bytes() if p.is_file() else b"").hexdigest()) for p in paths
        }

    before = state()

    said = bring(new, place, dry=True)

    assert said[1:] == [
        *["2 added", "  _static/list-9f8e7d6c.js", "  ko/guide/page.html"],
        *["2 changed", "  index.html", "  ko/index.html"],
        *["2 deleted", "  ko/more/page.html", "  ko/page.html"],
        *["1 kept for a day, for readers of an open page", f"  {KEPT}"],
        *["2 kept, not ours", "  .well-known/token", "  CNAME"],
    ]
    assert state() == before


def test_a_site_that_is_there_already_is_left_alone(place: Path, old: Path) -> None:
    """The folder itself is the same, so that nobody has to look again."""
    before = place.stat().st_ino

    assert bring(old, place)[-1] == "nothing changed"
    assert place.stat().st_ino == before


def test_a_file_that_did_not_change_keeps_its_time(place: Path, new: Path) -> None:
    """By time and size hosts tell browsers whether a file is the one they have."""
    os.utime(place / "_static/same.css", (1, 1))

    bring(new, place)

    assert (place / "_static/same.css").stat().st_mtime == 1


def test_a_file_of_ours_that_somebody_changed_is_put_right(place: Path, old: Path) -> None:
    """What counts is what lies there, not what was published once."""
    (place / "index.html").write_text("mine", encoding="utf-8")

    assert "1 changed" in bring(old, place)
    assert read(place) == {**OLD, **OURS}


def test_what_is_not_ours_is_as_it_was(place: Path, new: Path) -> None:
    """Links lead where they led, an empty folder is there, and rights are the same."""
    (place.parent / "beside").mkdir()
    (place / "elsewhere").symlink_to("../beside")
    (place / "nowhere").symlink_to("../nowhere")
    (place / "empty").mkdir()
    place.chmod(0o750)
    (place / "CNAME").chmod(0o600)

    bring(new, place)

    assert [os.readlink(place / name) for name in ("elsewhere", "nowhere")] == ["../beside", "../nowhere"]
    assert (place / "empty").is_dir()
    assert (place.stat().st_mode & 0o777, (place / "CNAME").stat().st_mode & 0o777) == (0o750, 0o600)


def test_what_a_host_is_writing_it_goes_on_writing(place: Path, new: Path) -> None:
    """As a log that lies beside the pages: it is the same file in the new folder."""
    with (place / "CNAME").open("a", encoding="utf-8") as log:
        bring(new, place)
        log.write("!")

    assert read(place)["CNAME"] == f"{OURS['CNAME']}!"


def test_where_a_file_has_one_name_only_it_is_copied(place: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on some shares, and where a file is another user's."""

    def refused(old: Path, new: Path, follow_symlinks: bool) -> None:
        raise PermissionError

    monkeypatch.setattr(folders.os, "link", refused)

    bring(new, place)

    assert read(place) == {**NEW, **OURS, KEPT: "old"}


def test_a_link_in_the_place_of_a_page_is_no_page(place: Path, old: Path) -> None:
    """It leads to the same bytes, where others may change them; the page comes back."""
    page = place / "index.html"
    page.rename(place.parent / "away.html")
    page.symlink_to("../away.html")

    bring(old, place)

    assert (page.is_symlink(), page.read_text(encoding="utf-8")) == (False, OLD["index.html"])


def test_without_a_manifest_nothing_is_ours(place: Path, new: Path) -> None:
    """A file that nobody can read says of no file that it may go."""
    (place / MANIFEST).write_text("{", encoding="utf-8")

    bring(new, place)

    assert read(place) == {**OLD, **NEW, **OURS}


def test_a_manifest_that_names_a_file_elsewhere_deletes_nothing_there(place: Path, new: Path) -> None:
    """Who can write into the folder can write the manifest."""
    beside = place.parent / "beside.html"
    beside.write_text("mine", encoding="utf-8")
    told = (place / MANIFEST).read_text(encoding="utf-8").replace('"index.html"', '"../beside.html"')
    (place / MANIFEST).write_text(told, encoding="utf-8")

    bring(new, place)

    assert beside.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["ko/guide", "index.html/x"])
def test_what_stands_in_the_way_is_named(place: Path, new: Path, name: str) -> None:
    """A file where the site has a folder, or the other way round; nothing changes."""
    if "/x" in name:
        (place / "index.html").unlink()
    written(place, {name: "mine"})
    before = read(place)

    with pytest.raises(ProjectError, match="stands in the way there"):
        bring(new, place)

    assert read(place) == before


def test_readers_see_the_old_site_and_then_the_new_one(old: Path, new: Path, place: Path) -> None:
    """Never a page that is missing, nor the old site after the new one; sites of many pages, asked all the time."""
    pages = [f"page-{number}.html" for number in range(300)]
    written(old, dict.fromkeys(pages, "old"))
    written(new, dict.fromkeys(pages, "new"))
    bring(old, place)
    seen: list[str] = []
    done = threading.Event()

    def ask(address: str) -> None:
        while not (done.is_set() and seen[-1] == "new"):
            page = pages[len(seen) * 7 % len(pages)]
            seen.append(urllib.request.urlopen(f"{address}/{page}").read().decode())

    with serve(place) as address:
        reader = threading.Thread(target=ask, args=[address])
        reader.start()
        while len(seen) < 10:
            done.wait(0.01)
        bring(new, place)
        done.set()
        reader.join()

    assert seen == sorted(seen, reverse=True)
    assert set(seen) == {"old", "new"}


def test_wherever_it_is_killed_the_folder_has_one_whole_site(place: Path, new: Path, tmp_path: Path) -> None:
    """The old or the new one, with what is not ours; the next call finishes, and leaves nothing else."""
    saved = Path(shutil.copytree(place.parent, tmp_path / "saved"))
    whole, after = [read(place), {**NEW, **OURS, KEPT: "old"}], {"state"}
    for number in killed(new, tmp_path / "scratch", f"Folder(Path({str(place)!r}))"):
        assert (number, read(place)) in [(number, site) for site in whole]
        bring(new, place)
        assert (read(place), {path.name for path in place.parent.iterdir()}) == (whole[1], after)
        shutil.rmtree(place.parent)
        shutil.copytree(saved, place.parent)
    assert number > 20


def test_who_comes_while_another_publishes_is_told_so(place: Path, new: Path, tmp_path: Path) -> None:
    """From when the first one looks at what is there: of two plans for one state the second would mix the sites."""
    other = written(tmp_path / "other", OTHER)
    said: list[str] = []

    def come(line: str) -> None:
        if not said:
            with pytest.raises(ProjectError) as refused:
                bring(other, place)
            said.append(str(refused.value))

    deliver(new, Folder(place), 0.0, "abc", False, come)

    assert said == [f"{place}: somebody else is publishing to it; wait until that has ended, then run it again"]
    assert read(place) == {**NEW, **OURS, KEPT: "old"}
    assert [path.name for path in place.parent.iterdir()] == ["state"]


@pytest.mark.parametrize("number", range(5))
def test_of_two_that_publish_at_once_one_is_there_whole(place: Path, new: Path, tmp_path: Path, number: int) -> None:
    """Whoever comes first; where the other one did not come after it, one line says so."""
    other = written(tmp_path / "other", OTHER)

    said = at_once(dict.fromkeys([new, other], f"Folder(Path({str(place)!r}))"))

    there = read(place)
    assert pages(there) in [pages(NEW), pages(OTHER)]
    assert any(there.items() >= {**site, **OURS}.items() for site in (NEW, OTHER))
    refused = f"{place}: somebody else is publishing to it; wait until that has ended, then run it again"
    assert sorted(said) in [["", ""], ["", refused]]
    assert [path.name for path in place.parent.iterdir()] == ["state"]


def test_a_system_without_exchange_takes_up_where_it_ended(
    place: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two renames nothing stands there; what stood there is beside it, and nothing of it is lost."""

    def ended(tree: Path, place: Path, former: Path) -> None:
        place.rename(former)
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(folders, "publish", ended)
        with pytest.raises(ProjectError, match="cannot be replaced"):
            bring(new, place)
    assert not place.exists()
    monkeypatch.setattr(publishing, "_exchanged", lambda one, other: False)

    bring(new, place)

    assert read(place) == {**NEW, **OURS, KEPT: "old"}
    assert [path.name for path in place.parent.iterdir()] == ["state"]


@pytest.mark.parametrize("where", ["gone/state", "file/state"])
def test_a_place_that_cannot_be_replaced_is_one_line(old: Path, tmp_path: Path, where: str) -> None:
    """A disk that is away, or a folder around it that is none."""
    written(tmp_path, {"file": ""})

    with pytest.raises(ProjectError, match=r"state: cannot be replaced \(No.*; the folder around it must be there"):
        bring(old, tmp_path / where)


def test_a_copy_that_fails_leaves_the_old_site(place: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no half a site beside it."""

    def full(source: Path, target: Path) -> None:
        raise OSError(28, os.strerror(28))

    before = read(place)
    monkeypatch.setattr(folders.shutil, "copyfile", full)

    with pytest.raises(OSError, match="No space left"):
        bring(new, place)

    assert (read(place), [path.name for path in place.parent.iterdir()]) == (before, ["state"])


def test_a_system_without_owners_and_such_links_publishes_as_well(
    place: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows files that stay are copied."""

    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError("link: follow_symlinks unavailable on this platform")

    monkeypatch.setattr(folders, "os", SimpleNamespace(link=refuse))

    bring(new, place)

    assert read(place).items() >= {**NEW, **OURS}.items()
