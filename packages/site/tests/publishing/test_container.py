"""The container serves the site as the example for nginx says: what it copies is laid out and served by nginx."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from printproof_base.project import Project
from support.built import ROOT

CONTAINER = (ROOT / "docs/_contributing/hosting/Containerfile").read_text(encoding="utf-8")
COPIES = dict(re.findall(r"^COPY (\S+) (\S+)$", CONTAINER, re.MULTILINE))
SITE = "_build/site"

# What the image has in its own nginx.conf that matters here; a test may not write where nginx writes.
MAIN = """
user root;
daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
    include conf.d/*.conf;
}
"""


@pytest.fixture(scope="module")
def laid(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the container would hold, below a folder; the small site of two languages stands for the built one."""
    root = tmp_path_factory.mktemp("container")
    for source, target in COPIES.items():
        place = root / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if source == SITE:
            shutil.copytree(made[0].build / "site", place)
        else:
            shutil.copy(ROOT / source, place)
    return root


@pytest.fixture(scope="module")
def address(laid: Path) -> Iterator[str]:
    """Where nginx serves it."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not nginx or not Path("/etc/nginx/mime.types").is_file():
        pytest.skip("nginx is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    etc = laid / "etc/nginx"
    shutil.copy("/etc/nginx/mime.types", etc)
    (etc / "nginx.conf").write_text(MAIN, encoding="utf-8")
    conf = etc / "conf.d/default.conf"
    text = conf.read_text(encoding="utf-8").replace("/srv/state", str(laid / "srv/state"))
    conf.write_text(text.replace("listen 8080", f"listen 127.0.0.1:{port}"), encoding="utf-8")
    command = [nginx, "-p", str(etc), "-c", str(etc / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t"], check=True)
    with subprocess.Popen(command) as process:
        _await(port, process)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until something listens at a port."""
    while process.poll() is None:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return


def got(address: str) -> tuple[int, str, Message]:
    """Status, text and headers of an answer."""
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers


def test_what_the_container_copies_is_in_the_repository_or_built() -> None:
    """And it copies nothing else."""
    assert [source for source in COPIES if source != SITE and not (ROOT / source).is_file()] == []
    assert [*COPIES] == ["docs/_contributing/hosting/nginx.conf", SITE]


def test_the_site_lies_where_nginx_looks_for_it() -> None:
    """At the port that the container opens."""
    conf = (ROOT / next(iter(COPIES))).read_text(encoding="utf-8")

    assert f"root {COPIES[SITE]};" in conf
    assert re.findall(r"EXPOSE (\d+)", CONTAINER) == re.findall(r"listen (\d+);", conf)


def test_a_page_comes_with_the_headers_of_the_site(laid: Path, address: str) -> None:
    """Those that hosts read from ``_headers``."""
    status, text, headers = got(f"{address}/ko/index.html")

    assert (status, text) == (200, (laid / "srv/state/ko/index.html").read_text(encoding="utf-8"))
    wanted = (laid / "srv/state/_headers").read_text(encoding="utf-8").split("\n\n")[0].splitlines()[1:]
    assert [line for line in wanted if headers[line.partition(": ")[0].strip()] != line.partition(": ")[2]] == []


@pytest.mark.parametrize(
    ("path", "header", "value"),
    [
        ("ko/index.html", "Content-Type", "text/html; charset=utf-8"),
        ("ko/index.html", "X-Frame-Options", "DENY"),
        ("ko/index.html", "Cache-Control", None),
        ("ko/index.md", "Content-Type", "text/markdown; charset=utf-8"),
        ("ko/_static/printproof.css", "Cache-Control", "public, max-age=31536000, immutable"),
    ],
)
def test_a_file_is_sent_as_what_it_is(address: str, path: str, header: str, value: str | None) -> None:
    """With its kind, and whether it may be kept."""
    status, _, headers = got(f"{address}/{path}")

    assert (status, headers[header]) == (200, value)


def test_an_absent_page_is_answered_with_ours(laid: Path, address: str) -> None:
    """And with the status of one that is absent."""
    status, text, _ = got(f"{address}/ko/nothing.html")

    assert (status, text) == (404, (laid / "srv/state/404.html").read_text(encoding="utf-8"))
