"""The site is one file, and each language is: unpacked anywhere and opened from a folder, all of it works."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from printproof_base.languages import segment, size_in
from printproof_base.project import Project
from printproof_site.publishing import offline
from printproof_site.publishing.offline import page_alone, write_archives
from printproof_site.publishing.verify import verify
from support.browser import browser_only

DAY = 1_790_000_000
ADDRESS = "https://state.example/jax/"
LANGUAGES = ["en", "ko"]
CHOSEN = [LANGUAGES, ["en"], ["ko"]]
PAGE = """<link rel="alternate" hreflang="en" href="../../en/guide/a.html">
<link rel="alternate" hreflang="ko" href="../../ko/guide/a.html">
<nav class="languages"><a href="../../en/guide/a.html">English</a><a href="../../ko/guide/a.html">한국어</a></nav>
<p><button data-src="../../en/guide/a.original.js">Original</button></p>
<ul><li><a href="a.ipynb" download>Notebook</a></li>
<li><a href="../../index.html#ko">Whole guide</a> ZIP</li></ul>
<p><a href="../index.html#top">Start</a> and <a lang="en" href="../../en/guide/a.html#b">English</a></p>"""


def name_of(chosen: list[str]) -> str:
    """The name of the archive of some languages."""
    return "site" if chosen == LANGUAGES else f"site-{segment(chosen[0])}"


@pytest.fixture(scope="module", params=["", ADDRESS], ids=["nowhere", "published"])
def unpacked(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory, request: object) -> Path:
    """The archives of the small site, unpacked; made for no address and for one."""
    folder = tmp_path_factory.mktemp("offline")
    shutil.copytree(made[0].build / "site", folder / "site")
    for archive in write_archives(folder / "site", LANGUAGES, request.param, DAY):  # type: ignore[attr-defined]
        zipfile.ZipFile(folder / "site" / archive.name).extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A reader without a network."""
    context = browser.new_context(offline=True)
    yield context.new_page()
    context.close()


def names(archive: Path) -> list[str]:
    """The names of the files in an archive."""
    return zipfile.ZipFile(archive).namelist()


def test_each_language_has_an_archive_beside_that_of_all(made: tuple[Project, list[str]]) -> None:
    """They stand above the languages, where a host serves them, and are part of what was published."""
    assert sorted(path.name for path in (made[0].build / "site").glob("*.zip")) == [
        "site-en.zip", "site-ko.zip", "site.zip",
    ]  # fmt: skip


@pytest.mark.parametrize("chosen", CHOSEN, ids=name_of)
def test_an_archive_holds_its_languages_and_a_page_to_begin_with(
    made: tuple[Project, list[str]], chosen: list[str]
) -> None:
    """All in one folder of its name: its languages, and of others the originals that translations show."""
    site, name = made[0].build / "site", name_of(chosen)
    held = {
        path.relative_to(site).as_posix()
        for language in LANGUAGES
        for path in (site / segment(language)).rglob("*")
        if path.is_file() and (path.name.endswith(".original.js") != (language in chosen) or chosen == LANGUAGES)
    }

    assert names(site / f"{name}.zip") == sorted(f"{name}/{path}" for path in {*held, "index.html"})


def test_no_archive_holds_another(made: tuple[Project, list[str]]) -> None:
    """Nor what hosts alone read."""
    held = [Path(name).name for path in (made[0].build / "site").glob("*.zip") for name in names(path)]

    assert [name for name in held if name.endswith((".zip", ".xml")) or name in {"_headers", "404.html"}] == []


def test_the_same_site_gives_the_same_bytes(made: tuple[Project, list[str]], tmp_path: Path) -> None:
    """Whenever it was written, and with whatever rights."""
    shutil.copytree(made[0].build / "site", tmp_path / "site")
    write_archives(tmp_path / "site", LANGUAGES, "", DAY)
    first = {path.name: path.read_bytes() for path in (tmp_path / "site").glob("*.zip")}
    (tmp_path / "site/ko/index.html").chmod(0o600)
    (tmp_path / "site/ko/index.html").touch()

    write_archives(tmp_path / "site", LANGUAGES, "", DAY)

    assert {path.name: path.read_bytes() for path in (tmp_path / "site").glob("*.zip")} == first


def test_a_file_is_read_when_it_is_packed(
    made: tuple[Project, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is held at a time: together they are half a gigabyte in a large book."""
    read, reads, ahead = Path.read_bytes, [], []

    def pack(whole: Path, files: Iterable[object], moment: object) -> None:
        whole.touch()
        ahead.extend(len(reads) - packed for packed, _ in enumerate(files))

    shutil.copytree(made[0].build / "site", tmp_path / "site")
    monkeypatch.setattr(offline, "pack", pack)
    monkeypatch.setattr(Path, "read_bytes", lambda path: reads.append(path) or read(path))
    write_archives(tmp_path / "site", ["en"], "", DAY)

    assert (len(ahead) > 10, max(ahead)) == (True, 1)


def test_files_bear_the_day_of_the_site_and_can_be_read_by_all(made: tuple[Project, list[str]], tmp_path: Path) -> None:
    """An archive knows no day before 1980."""
    shutil.copytree(made[0].build / "site", tmp_path / "site")

    for day, moment in ((DAY, (2026, 9, 21, 14, 13, 20)), (0, (1980, 1, 1, 0, 0, 0))):
        write_archives(tmp_path / "site", LANGUAGES, "", day)
        entries = zipfile.ZipFile(tmp_path / "site/site.zip").infolist()
        assert {(entry.date_time, entry.external_attr >> 16) for entry in entries} == {(moment, 0o644)}


@pytest.mark.parametrize("chosen", CHOSEN, ids=name_of)
def test_what_is_unpacked_is_sound(unpacked: Path, chosen: list[str]) -> None:
    """As the published site is: no link leads nowhere, no page names a language that is not there."""
    assert verify(unpacked / name_of(chosen), chosen) == []


@pytest.mark.parametrize("chosen", CHOSEN, ids=name_of)
def test_no_address_leads_out_of_an_archive(unpacked: Path, chosen: list[str]) -> None:
    """Neither a link nor what a page loads, in any attribute."""
    folder = unpacked / name_of(chosen)
    wrong = [
        (page.relative_to(folder).as_posix(), address)
        for page in folder.rglob("*.html")
        for address in re.findall(r'\b(?:href|src|data-src)="([^":#?]+)["#?]', page.read_text(encoding="utf-8"))
        if not (page.parent / address).exists()
    ]

    assert wrong == []


def test_a_page_leads_to_its_other_languages_where_they_are_published() -> None:
    """A reader of one language who comes online finds the others, and newer archives; what is here stays relative."""
    html = page_alone(PAGE, "ko/guide/a.html", ["en"], ADDRESS)

    assert re.findall(r'href="([^"]*)"', html) == [
        f"{ADDRESS}en/guide/a.html", "../../ko/guide/a.html", "a.ipynb", f"{ADDRESS}index.html#ko",
        "../index.html#top", f"{ADDRESS}en/guide/a.html#b",
    ]  # fmt: skip
    assert 'data-src="../../en/guide/a.original.js"' in html


def test_a_page_without_a_public_address_has_no_dead_link() -> None:
    """Nothing chooses a language, and the words of a sentence stay."""
    html = page_alone(PAGE, "ko/guide/a.html", ["en"], "")

    assert re.findall(r'href="([^"]*)"', html) == ["a.ipynb", "../index.html#top"]
    assert '<a lang="en">English</a>' in html
    assert "Whole guide" not in html


def test_an_archive_of_all_languages_lets_readers_choose() -> None:
    """It lacks nothing but archives."""
    html = page_alone(PAGE, "ko/guide/a.html", [], "")

    assert html == PAGE.replace('<li><a href="../../index.html#ko">Whole guide</a> ZIP</li>', "")


@browser_only
@pytest.mark.parametrize("chosen", CHOSEN, ids=name_of)
def test_a_reader_begins_reads_and_searches_without_a_network(unpacked: Path, tab: Page, chosen: list[str]) -> None:
    """From the first page to a lesson, in its style, and from the search box to another page."""
    tab.goto((unpacked / name_of(chosen) / "index.html").as_uri())
    tab.click(".languages a")
    tab.wait_for_function("document.querySelector('.dark').ariaPressed")
    styled = tab.locator(".bar").evaluate("bar => getComputedStyle(bar).display")
    tab.keyboard.press("/")
    tab.fill(".search input", "remember" if "en" in chosen else "기억")
    tab.click(".results a")

    assert (styled, "guide/count.html" in tab.url) == ("grid", True)


@browser_only
def test_a_reader_of_all_languages_changes_to_another(unpacked: Path, tab: Page) -> None:
    """On the same page."""
    tab.goto((unpacked / "site/ko/guide/count.html").as_uri())
    tab.wait_for_function("document.querySelector('.dark').ariaPressed")
    tab.click(".languages a[lang=en]")

    assert tab.url.partition("#")[0].endswith("site/en/guide/count.html")


@browser_only
def test_a_translation_shows_its_original_without_a_network(unpacked: Path, tab: Page) -> None:
    """Also where English is not in the archive."""
    tab.goto((unpacked / "site-ko/ko/guide/count.html").as_uri())
    tab.click(".original")

    expect(tab.locator("main")).to_contain_text("Count", use_inner_text=True)


@pytest.mark.parametrize(
    ("language", "size", "shown"),
    [
        ("en", 48_213, "48 kB"), ("ko", 48_213, "48kB"), ("zh_CN", 3_149, "3.1 kB"), ("de", 3_149, "3,1 kB"),
        ("en", 9_960, "10 kB"), ("en", 12, "0.1 kB"), ("en", 999_700, "1 MB"), ("ko", 1_641_148, "1.6MB"),
        ("xx_YY", 2_000_000, "2 MB"),
    ],
)  # fmt: skip
def test_a_size_is_written_as_its_language_writes_it(language: str, size: int, shown: str) -> None:
    """In two digits, as nobody chooses a file by more."""
    assert size_in(language, size) == shown


def test_no_archive_has_pictures_for_links(made: tuple[Project, list[str]], tmp_path: Path) -> None:
    """They are fetched by the address of the site, and are heavier than its pages."""
    site = tmp_path / "site"
    shutil.copytree(made[0].build / "site", site)
    for name in ("card.png", "guide.card.png"):
        (site / "en" / name).write_bytes(b"picture")
    archives = write_archives(site, LANGUAGES, ADDRESS, DAY)
    held = [name for archive in archives for name in zipfile.ZipFile(site / archive.name).namelist()]

    assert [name for name in held if name.endswith("card.png")] == []
