"""A service is offered where a setting says what it could open, and nothing is where none does."""

from __future__ import annotations

import pytest

from printproof.ext.formats.run_links import services

GITHUB = "https://github.com/OWNER/NAME/blob/notebooks/{path}"
GITLAB = "https://gitlab.com/OWNER/NAME/-/blob/notebooks/site/{path}"
PATH = "zh-cn/guide/stateful.ipynb"


def test_nothing_is_offered_without_a_setting() -> None:
    """Nobody is sent to a place that has no notebook."""
    assert services(PATH) == []


def test_colab_and_binder_open_a_notebook_on_github() -> None:
    """By repository, branch and path."""
    assert services(PATH, GITHUB) == [
        ("Colab", "https://colab.research.google.com/github/OWNER/NAME/blob/notebooks/zh-cn/guide/stateful.ipynb"),
        (
            "Binder",
            "https://mybinder.org/v2/gh/OWNER/NAME/notebooks?urlpath=lab%2Ftree%2Fzh-cn%2Fguide%2Fstateful.ipynb",
        ),
    ]


def test_binder_alone_opens_one_on_gitlab() -> None:
    """Colab reads GitHub only."""
    assert services(PATH, GITLAB) == [
        (
            "Binder",
            "https://mybinder.org/v2/gl/OWNER%2FNAME/notebooks?urlpath=lab%2Ftree%2Fsite%2Fzh-cn%2Fguide%2Fstateful.ipynb",
        ),
    ]


@pytest.mark.parametrize("lite", ["https://a.example/lite", "https://a.example/lite/"])
def test_a_jupyterlite_opens_its_own_copy(lite: str) -> None:
    """With or without a slash at the end of the setting."""
    assert services(PATH, lite=lite) == [("JupyterLite", f"https://a.example/lite/lab/index.html?path={PATH}")]


@pytest.mark.parametrize("address", ["https://github.com/OWNER/NAME", "https://a.example/{path}", "{path}"])
def test_an_address_that_no_service_reads_offers_nothing(address: str) -> None:
    """A build says so; here it is no link."""
    assert services(PATH, address) == []


def test_a_path_is_written_as_an_address() -> None:
    """A page may have any name."""
    assert services("ko/상태.ipynb", GITHUB)[0][1].endswith("/notebooks/ko/%EC%83%81%ED%83%9C.ipynb")
