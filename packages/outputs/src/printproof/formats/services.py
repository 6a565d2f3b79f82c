"""Where does a notebook run without anything installed? The addresses of services that open a published one."""

import re
from urllib.parse import quote

HOSTED = re.compile(r"https://(github|gitlab)\.com/([^/{}]+/[^/{}]+)/(?:-/)?blob/([^/{}]+)/((?:[^/{}]+/)*)\{path\}")
"""The form that an address of published notebooks has: where, which repository, which branch, which folder."""


def services(path: str, notebooks: str | None = "", lite: str | None = "") -> list[tuple[str, str]]:
    """The services that can open the notebook at a path of the site, each by its name with the address to go to.

    ``notebooks`` is where a repository keeps the built notebooks, in the form of `HOSTED`, ``lite`` where a JupyterLite
    stands that holds them; what is empty or None offers nothing.
    """
    found = []
    hosted = HOSTED.fullmatch(notebooks or "")
    if hosted:
        host, repository, branch, folder = hosted.groups()
        here = f"{folder}{path}"
        if host == "github":  # Colab opens no notebook by its address, only those of GitHub
            found.append(
                ("Colab", f"https://colab.research.google.com/github/{repository}/blob/{branch}/{quote(here)}")
            )
        provider = f"gh/{repository}" if host == "github" else f"gl/{quote(repository, safe='')}"
        opened = quote(f"lab/tree/{here}", safe="")
        found.append(("Binder", f"https://mybinder.org/v2/{provider}/{branch}?urlpath={opened}"))
    if lite:
        found.append(("JupyterLite", f"{lite.rstrip('/')}/lab/index.html?path={quote(path)}"))
    return found
