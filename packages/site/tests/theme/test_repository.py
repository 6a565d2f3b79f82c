"""A reader who finds a mistake is led to the source of the page, to its catalog, and to a report that is filled in."""

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from printproof_site.theme.repository import issues_of
from support.built import Page
from support.small import Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
GITHUB = "https://code.example/a/b/blob/main/{path}"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page in English and Korean, in a folder whose name needs quoting."""
    pages = {"docs/index.md": "# Title\n\n```{toctree}\nin a&b/page\n```\n", "docs/in a&b/page.md": "# Page\n\nText.\n"}
    settings = {"pyproject.toml": '[tool.printproof]\nreference = "0.10.2"\n'}
    small = Small(tmp_path, {"docs/conf.py": CONF, **pages, **settings})
    small.translate("index", {"Title": "제목"})
    return small


def mending(small: Small, docname: str, *options: str, language: str = "en", **environ: str) -> dict[str, str]:
    """The links at the foot of a page by their words."""
    built = small.build("-E", *options, language=language, environ={**os.environ, **environ})
    assert built.wrong == []
    foot = [link for link in Page(built.folder / f"{docname}.html").all("a") if link.within("footer")]
    return {link.text: link.given["href"] for link in foot if "rel" not in link.given}


def test_without_a_repository_no_link_is_shown(small: Small) -> None:
    """A link to nowhere is worse than none."""
    assert mending(small, "index") == {}


def test_a_page_with_links_to_its_source_has_their_rules_in_it(small: Small) -> None:
    """And a page without them has none."""
    pages = [small.build("-E", *options).html("index") for options in ([], [f"-Dprintproof_repository={GITHUB}"])]

    assert [".materials a{" in page for page in pages] == [False, True]


def test_the_source_of_a_page_is_one_click_away(small: Small) -> None:
    """Where the host has a form to edit a file, it is that; what an address cannot hold is quoted."""
    links = mending(small, "in a&b/page", f"-Dprintproof_repository={GITHUB}")

    assert links["Edit this page"] == "https://code.example/a/b/edit/main/docs/in%20a%26b/page.md"


def test_a_catalog_is_linked_on_a_translated_page(small: Small) -> None:
    """A page in the language of its source has none."""
    links = [mending(small, "index", f"-Dprintproof_repository={GITHUB}", language=name) for name in ("ko", "en")]

    assert links[0]["이 페이지의 번역 파일"] == GITHUB.format(path="locales/ko/LC_MESSAGES/index.po")
    assert list(links[1]) == ["Edit this page", "Report a problem"]


def test_a_report_is_filled_in_with_page_language_and_address(small: Small) -> None:
    """Whoever answers it need not ask; a name cannot add a field of its own."""
    options = (f"-Dprintproof_repository={GITHUB}", "-Dhtml_baseurl=https://state.example/")
    report = urlsplit(mending(small, "in a&b/page", *options, language="ko")["문제 알리기"])

    assert (report.netloc, report.path) == ("code.example", "/a/b/issues/new")
    assert parse_qs(report.query, strict_parsing=True) == {
        "title": ["in a&b/page (ko)"],
        "body": ["Page: in a&b/page\nLanguage: ko\nAddress: https://state.example/ko/in%20a%26b/page.html\n"],
    }


@pytest.mark.parametrize(
    ("repository", "issues"),
    [
        (GITHUB, "https://code.example/a/b/issues/new?title={title}&body={body}"),
        (
            "https://lab.example/a/-/blob/main/{path}",
            "https://lab.example/a/-/issues/new?issue[title]={title}&issue[description]={body}",
        ),
        ("https://git.example/{path}", ""),
    ],
)
def test_where_reports_go_follows_from_the_repository(repository: str, issues: str) -> None:
    """By the forms of GitHub and GitLab; any other host has to be named."""
    assert issues_of(repository) == issues


def test_the_variables_of_the_host_name_repository_and_reports(small: Small) -> None:
    """A project need not say where it will be published; where it does, that holds."""
    host = {"SITE_REPOSITORY": "https://host.example/{path}", "SITE_ISSUES": "https://host.example/new?{title}"}

    by_variable = mending(small, "index", **host)
    own = mending(small, "index", "-Dprintproof_repository=https://own.example/{path}", **host)

    assert by_variable["Edit this page"] == "https://host.example/docs/index.md"
    assert by_variable["Report a problem"] == "https://host.example/new?index%20%28en%29"
    assert own["Edit this page"] == "https://own.example/docs/index.md"


@pytest.mark.parametrize("address", ["https://code.example/{branch}/{path}", "https://code.example/{", "{}{path}"])
def test_an_address_that_cannot_be_filled_in_is_one_line(small: Small, address: str) -> None:
    """Before any page is read, with the name of the setting."""
    built = small.build(f"-Dprintproof_repository={address}")

    assert built.status == 2
    assert f"printproof_repository: '{address}' cannot be filled in; it may hold {{path}}" in built.said
    assert "Traceback" not in built.said
