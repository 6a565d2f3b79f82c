"""A page leads to itself in every language, for readers and for search engines."""

from pathlib import Path

import pytest

from support.built import ROOT, Page, build_site

FOLDERS = {"en": "en", "ko": "ko", "zh-CN": "zh-cn"}
PAGES = ["index", "guide/first", "other"]
ADDRESS = "https://example.org/small"


@pytest.fixture(scope="module")
def addressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, built for an address."""
    return build_site(ROOT / "tests/sites/theme", tmp_path_factory.mktemp("addressed"), ADDRESS)


def alternates(page: Page) -> dict[str, str]:
    """Read what a page tells search engines of its languages."""
    return {link.given["hreflang"]: link.given["href"] for link in page.all("link", rel="alternate")}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("folder", FOLDERS.values())
def test_language_links_lead_to_the_same_page(site: Path, folder: str, page: str) -> None:
    """Each link is relative and its target is the same page, built."""
    here = site / folder / f"{page}.html"
    links = [link for link in Page(here).all("a") if "hreflang" in link.given]

    targets = {link.given["hreflang"]: (here.parent / link.given["href"]).resolve() for link in links}

    assert targets == {tag: site.resolve() / other / f"{page}.html" for tag, other in FOLDERS.items()}
    assert all(path.is_file() for path in targets.values())


def test_languages_are_named_in_their_own_script(site: Path) -> None:
    """No language is named in another; the one being read is marked."""
    links = [link for link in Page(site / "ko/index.html").all("a") if "hreflang" in link.given]

    assert [(link.text, link.given.get("aria-current")) for link in links] == [
        ("English", None),
        ("한국어", "true"),
        ("简体中文", None),
    ]


@pytest.mark.parametrize("page", PAGES)
def test_alternates_are_the_same_from_every_language(addressed: Path, page: str) -> None:
    """Each edition names all, itself included, and English for the others."""
    found = [alternates(Page(addressed / folder / f"{page}.html")) for folder in FOLDERS.values()]

    named = {tag: f"{ADDRESS}/{folder}/{page}.html" for tag, folder in FOLDERS.items()}
    assert found == [named | {"x-default": named["en"]}] * 3


def test_without_an_address_alternates_are_relative_and_the_rest_is_left_out(site: Path) -> None:
    """What must be absolute is not guessed."""
    page = Page(site / "ko/guide/first.html")

    assert alternates(page)["x-default"] == "../../en/guide/first.html"
    assert [e for e in page.elements if e.given.get("rel") == "canonical" or "og:" in e.given.get("property", "")] == []


def test_with_an_address_a_page_names_itself(addressed: Path) -> None:
    """The canonical address and the card are in the language of the page."""
    page = Page(addressed / "zh-cn/guide/first.html")
    card = {e.given["property"]: e.given["content"] for e in page.all("meta") if "property" in e.given}

    assert page.all("link", rel="canonical")[0].given["href"] == f"{ADDRESS}/zh-cn/guide/first.html"
    assert card == {
        "og:type": "article",
        "og:title": "第一页",
        "og:site_name": "小站",
        "og:url": f"{ADDRESS}/zh-cn/guide/first.html",
        "og:locale": "zh_CN",
        "og:image": f"{ADDRESS}/zh-cn/guide/first.card.png",
        "og:description": "第一页的内容。",
    }
