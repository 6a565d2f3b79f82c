"""The audit of the reader's page: axe and Lighthouse on the whole site, and the table of its gates with figures.

``make audit`` runs it; it takes some minutes, needs Chromium, and node for Lighthouse, which it installs below _build.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import brotli
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from printproof_site.publishing.entry import HEADERS
from printproof_site.publishing.first_view import FIRST_VIEW, MEDIAN_VIEW
from support.built import ROOT, chromium, make_whole

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = {"accessibility": 100, "best-practices": 100, "seo": 100, "performance": 95}
RUNS = 5
GATES = ("gates", "lines", "cells_seen", "colours", "diagrams_shown", "search", "growth")
"""The tests that hold gates: each test of theirs is a line of the table."""
POLICY = HEADERS.split("Content-Security-Policy: ")[1].split("\n")[0]
TEXTS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json"}


class Gate(NamedTuple):
    """A line of the table: what is asked, what was measured, what is allowed, and whether it holds."""

    name: str
    figure: str
    limit: str
    holds: bool


class Host(SimpleHTTPRequestHandler):
    """A host that compresses, keeps what carries a digest, and puts the policy of the site in force."""

    protocol_version = "HTTP/1.1"
    weights: dict[str, int] = {}  # noqa: RUF012 - one host, one record

    def do_GET(self) -> None:
        """Send a file as the reader's browser can take it."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        status = 200 if path.is_file() else 404
        body = (path if status == 200 else Path(self.directory) / "404.html").read_bytes()
        kind = TEXTS.get(path.suffix, "text/html" if status == 404 else "text/plain")
        offered = self.headers.get("Accept-Encoding", "")
        coding = "br" if "br" in offered else "gzip" if "gzip" in offered else ""
        body = brotli.compress(body) if coding == "br" else gzip.compress(body, 9) if coding else body
        self.weights[self.path] = len(body)
        self.send_response(status)
        given = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(body)), "Vary": "Accept-Encoding"}
        given |= {"Content-Encoding": coding} if coding else {}
        given |= {"Cache-Control": "public, max-age=31536000, immutable"} if "/_static/" in self.path else {}
        for name, value in {**given, "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff"}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that says nothing of browsers that leave."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Let them go."""


def visits(browser: Browser, address: str, paths: list[str]) -> Iterator[tuple[str, Page]]:
    """Each page in each state that axe looks at."""
    looks = {"light": (1280, "light"), "dark": (1280, "dark"), "360 px": (360, "light")}
    for look, (width, scheme) in looks.items():
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        for path in paths:
            page.goto(f"{address}{path}")
            page.wait_for_load_state("networkidle")
            page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
            yield f"{path}, {look}", page
            if look != "360 px" or not page.locator(".search").count():
                continue
            page.click(".chapters > summary")
            yield f"{path}, menu open", page
            page.keyboard.press("Escape")
            for query in ("jit", "zzzz"):
                page.fill(".search input", query)
                page.wait_for_selector(".results p:not(:empty)")
                page.wait_for_timeout(200)  # the policy allows no question that would be evaluated in the page
                yield f"{path}, search for {query}", page
        context.close()


def axe_gate(address: str, paths: list[str]) -> Gate:
    """All rules of axe, on every page in every state."""
    found, looked = [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for state, page in visits(browser, address, paths):
            looked += 1
            for rule in Axe().run(page).response["violations"]:
                found += [f"{state}: {rule['id']}: {node['html'][:120]}" for node in rule["nodes"]]
        browser.close()
    print(*found, sep="\n", end="\n" if found else "")
    return Gate("axe-core, all rules", f"{len(found)} findings, {looked} states", "0 findings", not found)


def lighthouse(url: str) -> dict[str, float]:
    """The medians of one page, in percent."""
    tool = ROOT / "_build" / "audit" / "node_modules" / ".bin" / "lighthouse"
    flags = "--headless=new --no-sandbox --disable-gpu --lang=" + (
        "ko" if "/ko/" in url else "zh-CN" if "/zh" in url else "en"
    )
    command = [str(tool), url, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--disable-full-page-screenshot"]
    scores: dict[str, list[float]] = {category: [] for category in CATEGORIES}
    for _ in range(RUNS):
        env = {**os.environ, "CHROME_PATH": chromium() or ""}
        ended = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
        report = json.loads(ended.stdout)
        for category in CATEGORIES:
            scores[category].append(100 * report["categories"][category]["score"])
        if len(scores["seo"]) == 1:
            failed = [
                a["id"] for a in report["audits"].values() if a["score"] == 0 and a["scoreDisplayMode"] == "binary"
            ]
            print(f"{url}: {', '.join(failed)}" if failed else url)
    return {category: statistics.median(values) for category, values in scores.items()}


def lighthouse_gates(address: str, paths: list[str]) -> Iterator[Gate]:
    """The start page and the heaviest page, in each language."""
    found = {path: lighthouse(f"{address}{path}") for path in paths}
    for category, limit in CATEGORIES.items():
        path = min(found, key=lambda path: found[path][category])
        worst = found[path][category]
        figure = f"{worst:.0f} ({path})"
        yield Gate(f"Lighthouse, {category}, median of {RUNS}", figure, f"{limit}", worst >= limit)


def weight_gates(address: str, site: Path, paths: list[str]) -> Iterator[Gate]:
    """What a first view costs, and a first answer of the search, as the host sent it."""
    costs: dict[str, int] = {}
    most, scripts, answers, hosts = 0, 0, [], set()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for path in paths:
            context = browser.new_context(locale={"k": "ko", "z": "zh-CN"}.get(path[0], "en"))
            asked: list[str] = []
            context.on("request", lambda request, asked=asked: asked.append(request.url))
            page = context.new_page()
            page.goto(f"{address}{path}")
            page.wait_for_load_state("networkidle")
            first = [urlsplit(url) for url in asked if not url.startswith("data:")]
            hosts |= {url.netloc for url in first}
            weights = [_weight(url.path, url.query) for url in first]
            costs[path] = sum(weights)
            most = max(most, len(first))
            sent = [(site / url.path.lstrip("/")).read_bytes() for url in first if url.path.endswith(".js")]
            scripts = max(scripts, sum(len(gzip.compress(script, 9)) for script in sent))
            page.keyboard.press("/")
            page.fill(".search input", "jit")
            page.wait_for_selector(".results a")
            later = [urlsplit(url) for url in asked[len(first) :] if not url.startswith("data:")]
            later = [url for url in later if "/_search/text-" not in url.path]  # excerpts come after it
            hosts |= {url.netloc for url in later}
            answers.append(sum(len(gzip.compress((site / url.path.lstrip("/")).read_bytes(), 9)) for url in later))
            context.close()
        browser.close()
    heaviest = max(costs, key=lambda path: costs[path])
    middle = statistics.median(costs.values())
    yield Gate(
        "first view, brotli", f"{costs[heaviest]:,} B ({heaviest})", f"{FIRST_VIEW:,} B", costs[heaviest] <= FIRST_VIEW
    )
    yield Gate("first view, median of pages", f"{middle:,.0f} B", f"{MEDIAN_VIEW:,} B", middle <= MEDIAN_VIEW)
    yield Gate("first view, requests", f"{most}", "4", most <= 4)
    yield Gate("script before interaction, gz", f"{scripts:,} B", "2,048 B", scripts <= 2048)
    yield Gate("third parties, whole crawl", f"{len(hosts) - 1}", "0", len(hosts) == 1)
    yield Gate("search, first answer, gz", f"{max(answers):,} B", "30,720 B", max(answers) <= 30720)


def _weight(path: str, query: str) -> int:
    return Host.weights[f"{path}?{query}" if query else path]


def tested_gates() -> Iterator[Gate]:
    """The gates that the tests hold: how many of each passed."""
    report = ROOT / "_build" / "audit" / "tests.xml"
    names = [
        str(path)
        for name in GATES
        for top in ("tests", "packages/site/tests")
        for path in ROOT.glob(f"{top}/**/test_{name}.py")
    ]
    command = [sys.executable, "-m", "pytest", "-q", *names, f"--junitxml={report}", "-o", "junit_family=xunit2"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "CI": "true"}, check=False, stdout=subprocess.DEVNULL)
    from xml.etree import ElementTree as ET

    counts: dict[str, list[bool]] = {}
    for case in ET.parse(report).getroot().iter("testcase"):
        name = case.attrib["name"].partition("[")[0].removeprefix("test_").replace("_", " ")
        counts.setdefault(name, []).append(not list(case))
    for name, passed in counts.items():
        yield Gate(name, f"{sum(passed)} of {len(passed)}", "all", all(passed))


def main() -> int:
    """Measure all gates, print their table, and fail where one does not hold."""
    parser = argparse.ArgumentParser(prog="make audit", description=__doc__)
    parser.add_argument("--no-lighthouse", action="store_true", help="leave out the gates that need node")
    chosen = parser.parse_args()
    if not chromium() or not (chosen.no_lighthouse or shutil.which("npm")):
        print("make audit needs chromium and npm; install both", file=sys.stderr)
        return 1
    folder = ROOT / "_build" / "audit"
    folder.mkdir(parents=True, exist_ok=True)
    if not chosen.no_lighthouse and not (folder / "node_modules" / "lighthouse").is_dir():
        subprocess.run(["npm", "install", "--no-save", "--silent", LIGHTHOUSE, "--prefix", str(folder)], check=True)
    with tempfile.TemporaryDirectory() as place:
        server = Server(("127.0.0.1", 0), partial(Host, directory=str(Path(place) / "_build" / "site")))
        address = f"http://127.0.0.1:{server.server_port}/"
        site = make_whole(Path(place) / "", address)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        paths = sorted(path.relative_to(site).as_posix() for path in site.glob("*/**/*.html"))
        gates = [*weight_gates(address, site, paths), axe_gate(address, [*paths, "index.html", "404.html"])]
        names = [name for name in paths if name.partition("/")[2] in {"index.html", "guide/stateful.html"}]
        gates += [] if chosen.no_lighthouse else lighthouse_gates(address, names)
        gates += tested_gates()
        server.shutdown()
    width = max(len(gate.name) for gate in gates)
    for gate in gates:
        print(f"{'ok ' if gate.holds else 'RED'} {gate.name:{width}}  {gate.figure}  (limit {gate.limit})")
    return int(not all(gate.holds for gate in gates))


if __name__ == "__main__":
    sys.exit(main())
