"""How does a test get a site in all of its languages, and what do its pages hold? Built, served and read."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from printproof_base.languages import known_languages, segment
from printproof_base.project import at
from printproof_site.publishing.build import make_site
from support.sphinx_server import run_sphinx

ROOT = Path(__file__).parents[2]
VOID = {"meta", "link", "br", "hr", "img", "input"}


@dataclass
class Element:
    """An element of a built page: its name, attributes, own text and the elements around it."""

    name: str
    given: dict[str, str]
    around: "Element | None"
    text: str = ""

    def within(self, name: str) -> bool:
        """True where an element of that name is around this one."""
        return self.around is not None and (self.around.name == name or self.around.within(name))

    @property
    def lang(self) -> str:
        """The language this element is in."""
        return self.given.get("lang") or (self.around.lang if self.around else "")


class Page(HTMLParser):
    """All elements of a built page, in order: a reader of its own, as a test does not trust the one it tests."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.path = path
        self._open: Element | None = None
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        element = Element(name, {key: value or "" for key, value in attributes}, self._open)
        self.elements.append(element)
        if name not in VOID:
            self._open = element

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        """Open and close an element: a shape of a figure, or one that never holds anything."""
        self.handle_starttag(name, attributes)
        if name not in VOID:
            self.handle_endtag(name)

    def handle_endtag(self, name: str) -> None:
        """Close an element, and those inside it that were left open."""
        while self._open and self._open.name != name:
            self._open = self._open.around
        self._open = self._open.around if self._open else None

    def handle_data(self, text: str) -> None:
        """Add text to the element it stands in."""
        if self._open:
            self._open.text += text

    def all(self, name: str, /, **given: str) -> list[Element]:
        """The elements of a name that carry these attributes."""
        wanted = {key.rstrip("_"): value for key, value in given.items()}
        return [e for e in self.elements if e.name == name and wanted.items() <= e.given.items()]

    def ids(self) -> list[str]:
        """The ids of the page, in order."""
        return [element.given["id"] for element in self.elements if "id" in element.given]


def build_site(source: Path, folder: Path, site_url: str = "") -> Path:
    """A copy of a site, built in all its languages without a warning; the folder that holds them."""
    shutil.copytree(source, folder / "source")
    docs, environ = str(folder / "source" / "docs"), {**os.environ, "SITE_URL": site_url}
    for language in known_languages("en", [folder / "source" / "locales"]):
        where = ["-c", str(folder / "source"), "-d", str(folder / "doctrees" / language), docs]
        options = ["-q", "-W", "-b", "html", "-D", f"language={language}", *where]
        log = folder / f"{language}.log"
        status = run_sphinx([*options, str(folder / "site" / segment(language))], ROOT, log, environ)
        assert status == 0, log.read_text(encoding="utf-8")
    return folder / "site"


def make_whole(folder: Path, site_url: str) -> Path:
    """The site of this project, made in a folder of its own for a public address; it shares the records of runs."""
    for name in ("docs", "examples", "locales", "locks"):
        shutil.copytree(ROOT / name, folder / name)
    for path in [*ROOT.glob("*.toml"), *ROOT.glob("*.csv"), ROOT / "conf.py"]:
        shutil.copy(path, folder)
    (ROOT / "_build" / "runs").mkdir(parents=True, exist_ok=True)
    (folder / "_build").mkdir()
    (folder / "_build" / "runs").symlink_to(ROOT / "_build" / "runs")
    before = dict(os.environ)
    os.environ.update({"SITE_URL": site_url, "SOURCE_DATE_EPOCH": before.get("SOURCE_DATE_EPOCH", "1790000000")})
    try:
        return make_site(at(folder), report=lambda line: None)
    finally:
        os.environ.clear()
        os.environ.update(before)


def chromium() -> str | None:
    """The Chromium of the system, or None; first without the program around its pages, which costs half as much."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


class Quiet(SimpleHTTPRequestHandler):
    """A host that keeps no log."""

    def log_message(self, *words: object) -> None:
        """Log nothing."""


@contextmanager
def serve(site: Path, host: type[Quiet] = Quiet) -> Iterator[str]:
    """The address at which a built site is served, by this kind of host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
