"""What does a preview answer to a browser? Built pages with a bar of its own, news, and what stands beside them."""

import json
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from printproof_base.findings import Finding
from printproof_base.languages import segment
from printproof_base.project import Project, ProjectError, at
from printproof_site.preview.annotations import findings, listing, messages
from printproof_site.preview.language import LanguagePreview

OWN = "/-/"  # what a page asks of the preview itself: no language is called so
FILES = Path(__file__).parent / "assets"
BEAT_S = 15.0  # how long a browser hears nothing: a page that went away is noticed at the next word
WAIT = "<!DOCTYPE html><html><head><meta charset=utf-8></head><body><main>{name} …</main></body></html>"


@dataclass
class Preview:
    """The languages that are being looked at; each begins when it is first asked for."""

    project: Project
    languages: list[str]
    open: dict[str, LanguagePreview] = field(default_factory=dict)
    news: threading.Condition = field(default_factory=threading.Condition)
    closed: bool = False

    def language(self, name: str) -> LanguagePreview:
        """A language that is kept up to date from now on."""
        with self.news:
            if name not in self.open:
                self.open[name] = LanguagePreview(self.project, name, self._notify)
            return self.open[name]

    def _notify(self) -> None:
        with self.news:
            self.news.notify_all()

    def wait(self, shown: LanguagePreview, seen: int) -> int:
        """The number of the last build of a language, once it is another one than was seen, or after a while."""
        with self.news:
            self.news.wait_for(lambda: self.closed or shown.state.built != seen, BEAT_S)
        return shown.state.built

    def saved(self, paths: list[Path]) -> None:
        """Let every language know what was saved, unless only catalogs of another one were."""
        if self.project.root / "pyproject.toml" in paths:
            with suppress(ProjectError):  # settings that cannot be read: the build says so, and the former ones stay
                self.project = at(self.project.root)
        for language, shown in list(self.open.items()):
            others = [self.project.locales / other for other in self.languages if other != language]
            own = [path for path in paths if not any(path.is_relative_to(folder) for folder in others)]
            if own:
                shown.project = self.project
                shown.saved(own)

    def close(self) -> None:
        """End all that was begun."""
        self.closed = True
        self._notify()
        for shown in self.open.values():
            shown.close()

    def state(self, language: str, docname: str) -> dict[str, Any]:
        """What a page must know: which build it is of, what is wrong, and where its sentences stand."""
        state = self.language(language).state
        return {
            "build": state.page(docname),
            "failed": list(map(_as_json, state.last.failed)),
            "warnings": state.last.warnings,
            "findings": list(map(_as_json, findings(self.project, language, docname))),
            "messages": messages(self.project, language, docname),
        }


def _as_json(finding: Finding) -> dict[str, str]:
    place, sentence = str(finding.place), finding.sentence
    return {"place": place, "severity": finding.severity, "rule": finding.rule, "sentence": sentence}


class Handler(SimpleHTTPRequestHandler):
    """One request; what a page asks of the preview itself begins with ``/-/``."""

    preview: Preview

    def __init__(self, *arguments: Any, preview: Preview) -> None:
        self.preview = preview
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Answer this machine alone: another site could send a browser here under a name of its own."""
        # On port 80 a browser names no port.
        if self.headers.get("Host", "").partition(":")[0] not in {"127.0.0.1", "localhost"}:
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        try:
            address = urlsplit(self.path)
            path, asked = unquote(address.path), {key: values[0] for key, values in parse_qs(address.query).items()}
            if path.startswith(OWN):
                self._own(path.removeprefix(OWN), asked)
            else:
                self._page(path)
        except (OSError, ValueError):  # no address, or one that no file system has, as it is too long or holds a zero
            self.send_error(HTTPStatus.NOT_FOUND)

    do_HEAD = do_GET

    def _page(self, path: str) -> None:
        """A built page with our bar, or another built file."""
        first, _, rest = path.lstrip("/").partition("/")
        language = next((one for one in self.preview.languages if segment(one) == first), None)
        if language is None:
            known = segment(self.preview.languages[0])
            self.send_response(HTTPStatus.FOUND if path == "/" else HTTPStatus.NOT_FOUND)
            self.send_header("Location", f"/{known}/")
            self.end_headers()
            return
        shown = self.preview.language(language)
        name = f"{rest}index.html" if not rest or rest.endswith("/") else rest
        place = shown.html / name
        if ".." in Path(name).parts or not place.resolve().is_relative_to(shown.html.resolve()):
            self.send_error(HTTPStatus.NOT_FOUND)
        elif place.suffix == ".html":
            build = shown.state.page(name.removesuffix(".html"))
            self._send(self._with_bar(place, language, name.removesuffix(".html"), build), "text/html")
        elif place.is_file():
            self._send(place.read_bytes(), self.guess_type(str(place)))
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _with_bar(self, place: Path, language: str, docname: str, build: int) -> bytes:
        """The text of a page; where it is not built yet, one that waits for it."""
        text = place.read_text(encoding="utf-8") if place.is_file() else WAIT.format(name=escape(docname))
        known = escape(json.dumps({"language": language, "page": docname, "build": build}))
        style = f'<link rel="stylesheet" href="{OWN}preview.css">'
        script = f'<script src="{OWN}preview.js" data-known="{known}"></script>'
        return text.replace("</body>", f"{style}{script}</body>").encode()

    def _own(self, name: str, asked: Mapping[str, str]) -> None:
        """What pages of a preview ask for."""
        language, docname = asked.get("language", ""), asked.get("page", "")
        fits = language in self.preview.languages and docname in self.preview.project.pages()
        if name in {"preview.js", "preview.css"}:
            self._send((FILES / name).read_bytes(), "text/javascript" if name.endswith("js") else "text/css")
        elif name == "state" and fits:
            self._send(json.dumps(self.preview.state(language, docname)).encode(), "application/json")
        elif name == "news" and fits:
            self._follow(self.preview.language(language))
        elif name.startswith("file/") and (text := listing(self.preview.project, name.removeprefix("file/"))):
            self._send(text.encode(), "text/html")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _follow(self, shown: LanguagePreview) -> None:
        """Send a line for each build, until the page goes away."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen = -1
        try:
            while self.command != "HEAD" and not self.preview.closed:
                seen = self.preview.wait(shown, seen)
                self.wfile.write(f"data: {seen}\n\n".encode())
                self.wfile.flush()
        except OSError:  # the page went away
            return

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        charset = "; charset=utf-8" if kind.startswith(("text/", "application/json")) else ""
        self.send_header("Content-Type", kind + charset)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *words: Any) -> None:
        """Say nothing of each request."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up is no error."""


def listen(preview: Preview, port: int) -> ThreadingHTTPServer:
    """A server for this machine alone. Raises OSError where the port is taken."""
    return _Server(("127.0.0.1", port), partial(Handler, preview=preview))
