"""Links to Colab, Binder and JupyterLite, which run the notebook of a page at once; settings say where it is."""

import re
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.config import Config

from printproof.ext.settings import Context, Doctree, add_host_settings, end_build
from printproof.pages.page_view import facts_of
from printproof_base.languages import segment

FORM = "https://github.com/OWNER/NAME/blob/BRANCH/{path}"
# A service fetches the notebook itself: an address without a host leads nowhere from there.
WEB = re.compile("https?://.*")

# GitLab puts "/-" before "blob"; the group of the folder is empty or ends in a slash.
HOSTED = re.compile(r"https://(github|gitlab)\.com/([^/{}]+/[^/{}]+)/(?:-/)?blob/([^/{}]+)/((?:[^/{}]+/)*)\{path\}")
"""The form that an address of published notebooks has: where, which repository, which branch, which folder."""


def services(path: str, notebooks: str | None = "", lite: str | None = "") -> list[tuple[str, str]]:
    """The services that can open the notebook at a path of the site, each by its name with the address to go to.

    ``notebooks`` is where a repository keeps the built notebooks, in the form of `HOSTED`, ``lite`` where a JupyterLite
    stands that holds them; what is empty or None offers nothing.
    """
    found = []
    if hosted := HOSTED.fullmatch(notebooks or ""):
        host, repository, branch, folder = hosted.groups()
        here = f"{folder}{path}"
        if host == "github":  # Colab opens no notebook by its address, only those of GitHub
            blob = f"{repository}/blob/{branch}/{quote(here)}"
            found.append(("Colab", f"https://colab.research.google.com/github/{blob}"))
        provider = f"gh/{repository}" if host == "github" else f"gl/{quote(repository, safe='')}"
        opened = quote(f"lab/tree/{here}", safe="")
        found.append(("Binder", f"https://mybinder.org/v2/{provider}/{branch}?urlpath={opened}"))
    if lite:
        found.append(("JupyterLite", f"{lite.rstrip('/')}/lab/index.html?path={quote(path)}"))
    return found


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Refuse an address that no service could open, before any page is written."""
    forms = {"printproof_notebooks": (HOSTED, f"write {FORM}"), "printproof_lite": (WEB, "begin with https://")}
    for name, (form, cure) in forms.items():
        if (address := getattr(config, name)) and not form.fullmatch(str(address)):
            end_build(f"{name}: no service opens {address!r}; {cure}")


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the links to the template, each with the name of its service; a page without code has none."""
    config = app.config
    runs = doctree is not None and facts_of(app.env.metadata.get(pagename, {})).checked is not None
    path = f"{segment(config.language)}/{pagename}.ipynb"
    context["run_links"] = services(path, config.printproof_notebooks, config.printproof_lite) if runs else []


def setup(app: Sphinx) -> None:
    """``printproof_notebooks`` is where a repository keeps the built notebooks, with ``{path}`` for one of them.

    ``printproof_lite`` is where a JupyterLite with them stands. Where a project sets neither, the variables
    SITE_NOTEBOOKS and SITE_LITE do.
    """
    add_host_settings(app, "notebooks", "lite")
    app.connect("config-inited", on_config_inited)
    app.connect("html-page-context", on_html_page_context)
