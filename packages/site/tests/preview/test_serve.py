"""A translator sees a saved sentence at once: no script runs, and nothing that is saved ends the preview."""

import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from pkgutil import walk_packages

import pytest

from printproof import ext as glue
from printproof_base.cli import main
from printproof_site.preview import language
from printproof_site.preview.serve import follow, snapshot
from printproof_site.preview.server import Preview, listen
from printproof_site.publishing.languages import LOADED
from support.built import ROOT
from support.interrupted import interruptible
from support.small import CELL, CONF, Small

LONGEST_S = 60.0
PAGE = f"# Title\n\nSome text.\n\n{CELL.format('first')}"
SCRIPT = "# %% first\nimport jax\nprint(1)\n\n# Output:\n# 1\n"
SPY = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
KOREAN = {"Title": "제목", "Some text.": "어떤 글."}


class Look:
    """A preview that is open, and what a browser would see of it."""

    def __init__(self, small: Small, port: int) -> None:
        self.small, self.port = small, port

    def get(self, path: str, host: str = "") -> str:
        """The text of an address."""
        headers = {"Host": host or f"127.0.0.1:{self.port}"}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(asked, timeout=LONGEST_S) as answer:
            return str(answer.read().decode())

    def state(self, page: str = "index", language: str = "ko") -> dict:
        """What a page knows of its builds."""
        return dict(json.loads(self.get(f"/-/state?language={language}&page={page}")))

    def until(self, seen: Callable[[], bool]) -> bool:
        """Whether something comes to be seen before a long time is over."""
        end = time.monotonic() + LONGEST_S
        while not seen():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def shows(self, text: str, path: str = "/ko/index.html") -> bool:
        """Whether a page comes to show a text."""
        return self.until(lambda: text in self.get(path))


def project(folder: Path) -> Small:
    """Two pages in two languages; importing jax leaves a trace."""
    files = {"conf.py": CONF, "docs/index.md": PAGE, "examples/index.py": SCRIPT, "spy/jax.py": SPY}
    other = {"docs/other.md": "---\norphan: true\n---\n# Other\n\nSee {doc}`index`.\n"}
    small = Small(folder, {**files, **other})
    small.translate("index", KOREAN)
    return small


@pytest.fixture(scope="module", autouse=True)
def _forked() -> Iterator[None]:
    """Processes that begin where a new one has imported Sphinx and all extensions; `test_shares` begins a new one."""
    if not hasattr(os, "fork"):
        yield
        return
    context = multiprocessing.get_context("forkserver")
    ours = (module.name for module in walk_packages(glue.__path__, "printproof.ext."))
    context.set_forkserver_preload([*LOADED, *ours, "printproof_site.preview.worker"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "PROCESSES", context)
        yield


@pytest.fixture(scope="module")
def look(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Look]:
    """A preview of a small project, begun in Korean."""
    small = project(tmp_path_factory.mktemp("serve"))
    sys.path.insert(0, str(small.root / "spy"))  # a process that keeps a language has the path of this one
    preview = Preview(small.project, ["ko", "en"])
    server = listen(preview, 0)
    ended = threading.Event()
    threads = [
        threading.Thread(target=server.serve_forever),
        threading.Thread(target=follow, args=(preview, ended)),
    ]
    for thread in threads:
        thread.start()
    yield Look(small, server.server_port)
    ended.set()
    server.shutdown()
    preview.close()
    for thread in threads:
        thread.join()
    server.server_close()
    sys.path.remove(str(small.root / "spy"))


def test_a_page_is_shown_with_a_bar_that_no_built_file_has(look: Look) -> None:
    """What is served here is not what is published."""
    assert look.shows("어떤 글.")

    assert 'src="/-/preview.js"' in look.get("/ko/index.html")
    assert "/-/" not in (look.small.root / "_build/serve/ko/html/index.html").read_text(encoding="utf-8")
    assert not (look.small.root / "_build/site").exists()


def test_a_saved_sentence_is_shown(look: Look) -> None:
    """The page says that it was built again."""
    assert look.shows("어떤 글.")
    before = look.state()["build"]
    look.small.translate("index", {**KOREAN, "Some text.": "새 글."})

    assert look.shows("새 글.")
    assert look.until(lambda: look.state()["build"] > before)


def test_a_saved_title_is_shown_on_other_pages(look: Look) -> None:
    """They hold it in their links."""
    look.small.translate("index", {**KOREAN, "Title": "새 제목"})

    assert look.shows("새 제목", "/ko/other.html")


def test_a_page_that_is_written_for_its_links_shows_its_newest_text(look: Look) -> None:
    """Sphinx keeps pages as it first read them, as its processes end soon."""
    for number in (1, 2, 3):
        said = {"Title": f"제목 {number}", "Some text.": f"글 {number}."}
        look.small.translate("index", said)
        assert look.shows(said["Title"], "/ko/other.html")
        assert said["Some text."] in look.get("/ko/index.html")


def test_a_half_written_catalog_is_named_and_the_last_page_stays(look: Look) -> None:
    """And the next saved one is shown again."""
    assert look.shows("제목")
    catalog = look.small.root / "locales/ko/LC_MESSAGES/index.po"
    catalog.write_text(catalog.read_text(encoding="utf-8") + 'msgid "half\n', encoding="utf-8")

    broken = ("locales/ko/LC_MESSAGES/index.po:9", "error", "syntax")
    assert look.until(lambda: [(f["place"], f["severity"], f["rule"]) for f in look.state()["failed"]] == [broken])
    assert "제목" in look.get("/ko/index.html")
    look.small.translate("index", {**KOREAN, "Some text.": "나은 글."})
    assert look.shows("나은 글.")
    assert look.until(lambda: not look.state()["failed"])


def test_nothing_that_is_saved_is_run(look: Look) -> None:
    """Outputs come from promises, and say that they were not verified."""
    look.small.write("examples/index.py", SCRIPT.replace("1", "22"))

    assert look.shows('<pre data-output="as-written">22\n</pre>')
    assert 'class="unchecked"' in look.get("/ko/index.html")
    assert not (look.small.root / "spy/ran").exists()
    assert not (look.small.root / "_build/runs").exists()


def test_a_saved_page_is_shown_in_each_language_that_is_open(look: Look) -> None:
    """Another language begins when it is first asked for."""
    assert look.shows("Some text.", "/en/index.html")
    look.small.write("docs/index.md", PAGE.replace("Some text.", "Some text.\n\nMore text."))

    assert look.shows("More text.", "/en/index.html")
    assert look.shows('lang="en">More text.', "/ko/index.html")


def test_what_the_checker_says_leads_to_its_line(look: Look) -> None:
    """The line can be looked at."""
    look.small.translate("index", {**KOREAN, "Some text.": "<b>어떤</b> 글."})

    assert look.until(lambda: any(f["rule"] == "html" for f in look.state()["findings"]))
    found = next(f for f in look.state()["findings"] if f["rule"] == "html")
    path, _, line = found["place"].rpartition(":")
    assert (found["severity"], path) == ("error", "locales/ko/LC_MESSAGES/index.po")
    assert f'<li id="L{line}"><code>msgstr &quot;&lt;b&gt;' in look.get(f"/-/file/{path}")


def test_each_sentence_knows_its_english_and_its_place(look: Look) -> None:
    """By a name that stands on its element."""
    look.small.translate("index", KOREAN)
    assert look.shows("어떤 글.")

    name, told = next(item for item in look.state()["messages"].items() if item[1]["english"] == "Some text.")

    assert told["place"] == "locales/ko/LC_MESSAGES/index.po:8"
    assert f'<p class="message-{name}">어떤 글.' in look.get("/ko/index.html")


@pytest.mark.parametrize(
    "path",
    [
        "/ko/../../../conf.py",
        "/ko/%2e%2e/doctrees/environment.pickle",
        "/-/file//etc/hostname.md",
        "/-/file/docs/../spy/jax.py",
        "/-/file/spy/jax.py",
        "/-/state?language=ko&page=../index",
        "/-/state?language=../ko&page=index",
        "/xx/index.html",
        "/ko/%00",
    ],
)
def test_nothing_else_is_served(look: Look, path: str) -> None:
    """Neither a file outside of the built pages nor one that is no text of the project."""
    with pytest.raises(urllib.error.HTTPError, match="404"):
        look.get(path)


@pytest.mark.parametrize("name", ["docs/search.csv", "requirements-jax-0.8.3.txt", "README.md", "pyproject.toml"])
def test_what_a_build_reads_besides_pages_is_followed(look: Look, name: str) -> None:
    """The words of the search, a lock, a text that a page includes, and settings."""
    assert look.shows("글.")
    before = look.state()["build"]

    look.small.write(name, "")

    assert look.until(lambda: look.state()["build"] > before)


def test_settings_hold_for_findings_as_soon_as_they_are_saved(look: Look) -> None:
    """Here, which rules of style are asked for."""
    look.small.translate("index", {**KOREAN, "Some text.": "마침표 없는 글"})
    assert [finding for finding in look.state()["findings"] if finding["rule"] == "end"] == []

    look.small.write("pyproject.toml", "[tool.printproof]\nstyle = true\n")

    assert look.until(lambda: any(finding["rule"] == "end" for finding in look.state()["findings"]))


def test_only_this_machine_is_answered(look: Look) -> None:
    """A foreign name that leads here is refused."""
    with pytest.raises(urllib.error.HTTPError, match="403"):
        look.get("/ko/index.html", host=f"docs.example.org:{look.port}")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "localhost:80"])
def test_a_name_of_this_machine_is_answered_with_its_port_or_without(look: Look, host: str) -> None:
    """A browser leaves the port out where it is 80."""
    assert "</html>" in look.get("/ko/index.html", host)


def test_who_asks_for_the_head_of_the_news_hears_no_more(look: Look) -> None:
    """The answer ends, as that of any other address."""
    with socket.create_connection(("127.0.0.1", look.port), timeout=5.0) as asking:
        address = "/-/news?language=ko&page=index"
        asking.sendall(f"HEAD {address} HTTP/1.0\r\nHost: 127.0.0.1:{look.port}\r\n\r\n".encode())

        said = b"".join(iter(lambda: asking.recv(4096), b""))

    assert said.startswith(b"HTTP/1.0 200 ")
    assert said.endswith(b"\r\n\r\n")


def test_a_project_that_is_broken_at_first_is_shown_once_it_is_right(tmp_path: Path) -> None:
    """The server stands, and the page says what is wrong."""
    small = project(tmp_path)
    small.write("locales/ko/LC_MESSAGES/index.po", 'msgid "half\n')
    preview, ended = Preview(small.project, ["ko"]), threading.Event()
    server = listen(preview, 0)
    threads = [
        threading.Thread(target=server.serve_forever),
        threading.Thread(target=follow, args=(preview, ended)),
    ]
    for thread in threads:
        thread.start()
    look = Look(small, server.server_port)
    try:
        assert look.until(lambda: bool(look.state()["failed"]))
        assert any("index.po:1: error: syntax" in line for line in look.state()["warnings"])
        assert "\x1b" not in "".join(look.state()["warnings"])
        small.translate("index", KOREAN)
        assert look.shows("어떤 글.")
    finally:
        ended.set()
        server.shutdown()
        preview.close()
        for thread in threads:
            thread.join()
        server.server_close()


def test_a_folder_is_entered_once_however_many_links_lead_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two links to the parent folder are no maze, and a page behind a link is seen."""
    small = Small(tmp_path / "site", {"docs/index.md": PAGE, "shared/page.md": "# Shared\n"})
    for name, target in {"docs/one": "..", "docs/two": "..", "docs/three": "../shared"}.items():
        (small.root / name).symlink_to(target)
    entered: list[Path] = []

    def scandir(folder: Path) -> Iterator[os.DirEntry[str]]:
        if tmp_path in Path(folder).parents:  # the server of the other tests looks, too, at its own
            entered.append(folder)
        assert len(entered) < 100
        return scanned(folder)

    scanned = os.scandir
    monkeypatch.setattr(os, "scandir", scandir)
    seen = snapshot([small.root / "docs"])

    assert sorted({path.name for path in seen}) == ["conf.py", "index.md", "page.md"]
    assert len(entered) == len({folder.resolve() for folder in entered})


def test_a_port_that_is_taken_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """In one line, with a cure."""
    monkeypatch.chdir(project(tmp_path).root)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert main(["site", "serve", "ko", "--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"port {port}: cannot be used (")


@interruptible()
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_verb_says_where_it_serves_and_ends_at_once(tmp_path: Path, how: signal.Signals) -> None:
    """It listens to this machine only, and leaves no process behind."""
    small = project(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "printproof", "site", "serve", "ko", "--port", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=small.root, env=env, text=True, **pipes) as served:
        assert served.stdout is not None
        line = served.stdout.readline()
        served.send_signal(how)
        said, _ = served.communicate(timeout=LONGEST_S)  # until all that it has started have ended

    assert line.startswith("http://127.0.0.1:")
    assert line.split()[0].endswith("/ko/")
    assert (served.returncode, said) == (0, "")
