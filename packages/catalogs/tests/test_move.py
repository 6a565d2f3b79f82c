"""A page is renamed with all that belongs to it and all that names it, or nothing is changed."""

import os
import re
import shutil
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_catalogs.catalog import CatalogError, read_catalog
from printproof_catalogs.check import check
from printproof_catalogs.move import move_page
from printproof_catalogs.update import read_templates, update
from support.pseudo import fill_with_pseudo
from support.small import Small
from support.sphinx_server import run_sphinx

INDEX = """# Title

See {doc}`guide/a`, {doc}`the page </guide/a>` and [a link](guide/a.md#page), not {doc}`guide/ab`.

```{toctree}
:hidden:

guide/a
Another <guide/ab>
```
"""
PAGE = "# Page\n\nBack to {doc}`../index` and {doc}`ab`.\n\n```{code-cell}\n:example: one\n```\n"
OTHER = "# Other\n\nAfter {doc}`a` comes this.\n\n```{toctree}\n/guide/c\n```\n"
SCRIPT = "# %% one\n# A number\nx = 1\n\n# Output: none\n"
CONF = "myst_heading_anchors = 2\n"
CONF += 'extensions = ["printproof.ext"]\nprintproof_all_pages = True\nprintproof_run = False\n'
CONF += 'gettext_compact = False\nlocale_dirs = ["locales"]\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose pages name each other, all of it translated."""
    root = tmp_path_factory.mktemp("move") / "site"
    files = {"conf.py": CONF, "docs/index.md": INDEX, "docs/guide/a.md": PAGE, "docs/guide/ab.md": OTHER}
    files |= {"docs/guide/c.md": "# C\n", "examples/guide/a.py": SCRIPT, "examples/guide/a.one.svg": "<svg/>"}
    small = Small(root, {**files, "examples/guide/ab.one.svg": "<svg/>"})
    (root / "docs/conf.py").unlink()
    (root / "locales/eo/LC_MESSAGES").mkdir(parents=True)
    brought(small)
    fill_with_pseudo(small.project, "eo")
    return root


@pytest.fixture
def small(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Small:
    """A copy of it, entered."""
    shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("_build"))
    monkeypatch.chdir(tmp_path / "site")
    small = Small(tmp_path / "site")
    (small.root / "docs/conf.py").unlink()
    return small


def brought(small: Small) -> list[str]:
    """What bringing the catalogs up to date changes."""
    folder = small.root / "_build" / "gettext"
    folder.mkdir(parents=True, exist_ok=True)
    where = ["-c", str(small.root), str(small.root / "docs"), str(folder)]
    log = small.root / "_build" / "log"
    assert run_sphinx(["-q", "-b", "gettext", *where], small.root, log) == 0, log.read_text(encoding="utf-8")
    return list(map(str, update(small.project, read_templates(small.project, folder))))


def everything(root: Path) -> dict[str, bytes]:
    """All files of a project, with their bytes."""
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file() and "_build" not in path.parts}


def test_a_page_moves_with_its_script_figures_and_catalogs(small: Small) -> None:
    """Each file has the new name, and those of a page whose name begins alike stay."""
    assert main(["i18n", "move", "docs/guide/a.md", "docs/start/b.md"]) == 0

    here = {path.removeprefix(f"{small.root}/") for path in everything(small.root)}
    assert {"docs/start/b.md", "examples/start/b.py", "examples/start/b.one.svg"} <= here
    assert "locales/eo/LC_MESSAGES/start/b.po" in here
    assert {"examples/guide/ab.one.svg", "docs/guide/ab.md"} <= here
    assert [path for path in here if "guide/a." in path] == []


def test_what_names_the_page_names_it_still(small: Small) -> None:
    """Entries of a table of contents, roles and links, from the page that moved as well."""
    move_page(small.project, "guide/a", "start/b")

    index = (small.root / "docs/index.md").read_text(encoding="utf-8")
    assert "See {doc}`start/b`, {doc}`the page </start/b>` and [a link](start/b.md#page), not {doc}`guide/ab`" in index
    assert "\nstart/b\nAnother <guide/ab>\n" in index
    assert "{doc}`../index` and {doc}`../guide/ab`" in (small.root / "docs/start/b.md").read_text(encoding="utf-8")
    assert "After {doc}`../start/b` comes" in (small.root / "docs/guide/ab.md").read_text(encoding="utf-8")


def words(small: Small) -> list[str]:
    """All translations, without the names of pages."""
    messages = [message for path in small.root.rglob("*.po") for message in read_catalog(path).messages]
    assert all(message.current for message in messages)
    return sorted(re.sub(r"`[^`]*`|[(][^)]*[)]", "", message.text) for message in messages)


def test_every_translation_is_kept_and_sound(small: Small) -> None:
    """The catalogs are those that an update of the moved page would write: it has nothing to change."""
    before = words(small)

    move_page(small.project, "guide/a", "start/b")

    assert words(small) == before
    assert check(small.project) == []
    assert brought(small) == []


def test_a_page_that_was_renamed_by_hand_is_followed(small: Small) -> None:
    """As the checker offers it for the catalog that was left behind."""
    (small.root / "docs/guide/a.md").rename(small.root / "docs/guide/b.md")
    (offer,) = [f.cure for f in check(small.project) if f.rule == "layout"]

    move_page(small.project, "guide/a", "guide/b")

    assert offer.startswith("renamed? printproof i18n move guide/a ")
    assert brought(small) == []
    assert (small.root / "examples/guide/b.py").is_file()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("guide/none", "guide/b", r"^docs/guide/none\.md: no page 'guide/none'"),
        ("guide/aa", "guide/b", r"no page 'guide/aa'; did you mean guide/a"),
        ("guide/a", "guide/ab", r"^docs/guide/ab\.md: it is there already; choose another name"),
        ("guide/a", "../b", "'../b' is no name of a page"),
        ("guide/a", "a b", "'a b' is no name of a page"),
        ("guide/a", "", "'' is no name of a page"),
        ("guide/a", "printproof", "'printproof' is no name of a page"),
    ],
)
def test_a_move_that_cannot_be_is_refused_and_changes_nothing(small: Small, old: str, new: str, why: str) -> None:
    """With the file that stands in its way."""
    before = everything(small.root)

    with pytest.raises(CatalogError, match=why):
        move_page(small.project, old, new)

    assert everything(small.root) == before


def test_a_compiled_catalog_moves_with_its_source(small: Small) -> None:
    """Left behind it would have no source, and the next check would stop at it."""
    small.write("locales/eo/LC_MESSAGES/guide/a.mo", "compiled")

    move_page(small.project, "guide/a", "guide/b")

    assert [path.name for path in small.root.rglob("*.mo")] == ["b.mo"]


def test_a_broken_catalog_stops_the_move(small: Small, capsys: pytest.CaptureFixture) -> None:
    """Before the first file is moved."""
    small.write("locales/eo/LC_MESSAGES/guide/ab.po", "<<<<<<< HEAD\n")
    before = everything(small.root)

    assert main(["i18n", "move", "guide/a", "guide/b"]) == 1

    assert "eo/LC_MESSAGES/guide/ab.po:1: a conflict mark of git" in capsys.readouterr().err
    assert everything(small.root) == before


def test_a_file_that_the_system_refuses_undoes_the_move(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was moved before it is moved back."""
    before = everything(small.root)
    real = os.replace
    written: list[str] = []

    def fail(source: str, target: Path) -> None:
        written.append(str(target))
        if len(written) == 2:
            raise PermissionError(13, "Permission denied", str(target))
        real(source, target)

    monkeypatch.setattr("printproof_base.files.os.replace", fail)
    with pytest.raises(PermissionError, match="Permission denied"):
        move_page(small.project, "guide/a", "start/b")

    assert everything(small.root) == before
