"""A page with code hands its theme the services that open its notebook, where the project names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.small import CELL, CONF, Built, Small

SHOW = '\ndef setup(app):\n    app.connect("html-page-context", show, 900)\n\n\n'
SHOW += "def show(app, pagename, templatename, context, doctree):\n"
SHOW += '    context["body"] = context.get("body", "") + f"<!-- {context.get(\'run_links\')} -->"\n'
FILES = {
    "docs/index.md": f"# One\n\n{CELL.format('one')}\n\n```{{toctree}}\nother\n```\n",
    "docs/other.md": "# No code\n",
    "examples/index.py": "# %% one\nprint(1)\n\n# Output:\n# 1\n",
    "docs/conf.py": CONF + SHOW,
}
LITE = "https://a.example/lite"
NOTEBOOKS = "https://github.com/OWNER/NAME/blob/notebooks/{path}"


def built(folder: Path, *options: str) -> Built:
    """A small site of a page with code and one without, in Korean."""
    small = Small(folder, FILES)
    small.record("index", {"one": "1\n"})
    return small.build(*options, language="ko")


def test_without_a_setting_a_page_has_no_link(tmp_path: Path) -> None:
    """No address is guessed."""
    assert "<!-- [] -->" in built(tmp_path).html("index")


def test_a_page_links_to_its_notebook_in_its_language(tmp_path: Path) -> None:
    """Below the part of the address that holds the language."""
    site = built(tmp_path, "-D", f"printproof_lite={LITE}", "-D", f"printproof_notebooks={NOTEBOOKS}")

    for address in (
        "('Colab', 'https://colab.research.google.com/github/OWNER/NAME/blob/notebooks/ko/index.ipynb')",
        "('JupyterLite', 'https://a.example/lite/lab/index.html?path=ko/index.ipynb')",
    ):
        assert address in site.html("index")


def test_a_page_without_code_has_no_link(tmp_path: Path) -> None:
    """There is nothing to run."""
    assert "<!-- [] -->" in built(tmp_path, "-D", f"printproof_lite={LITE}").html("other")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (
            "printproof_notebooks=https://a.example/{path}",
            "no service opens 'https://a.example/{path}'; write https://github.com/OWNER/NAME/blob/BRANCH/{path}",
        ),
        ("printproof_lite=lite/", "no service opens 'lite/'; begin with https://"),
    ],
)
def test_an_address_that_no_service_opens_is_refused(setting: str, said: str, tmp_path: Path) -> None:
    """Before a page is written, with the form that it should have."""
    site = built(tmp_path, "-D", setting)

    assert site.status == 2
    assert f"{setting.partition('=')[0]}: {said}" in site.said


def test_none_is_no_address(tmp_path: Path) -> None:
    """As authors write that they have none."""
    small = Small(tmp_path, FILES | {"docs/conf.py": CONF + SHOW + "printproof_lite = printproof_notebooks = None\n"})
    small.record("index", {"one": "1\n"})

    assert "<!-- [] -->" in small.build().html("index")
