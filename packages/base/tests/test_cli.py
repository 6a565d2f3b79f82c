"""One command line: what is typed wrong is answered with what was meant, and each kind of failure has its status."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from printproof_base import colours
from printproof_base.arguments import commands_by_name, groups
from printproof_base.cli import main
from printproof_base.processes import own_environment, own_module
from printproof_base.project import at
from printproof_base.report import STATUSES
from printproof_catalogs.catalog import Message
from printproof_catalogs.writer import catalog_text, expected_header
from support.built import ROOT
from support.one_cell import checked_of, project_of

SCRIPT = "# %% a\nimport jax; print(1)\n\n# Output:\n# 1\n"


@pytest.fixture
def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one page and its script, entered."""
    project = project_of(tmp_path, [("guide/intro", SCRIPT)])
    project.page("guide/intro").parent.mkdir(parents=True)
    project.page("guide/intro").write_text("# Title\n", encoding="utf-8")
    (tmp_path / "pots" / "guide").mkdir(parents=True)
    (tmp_path / "pots" / "guide" / "intro.pot").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Title"\nmsgstr ""\n', encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of the script, run once; they are current wherever the same script lies."""
    project = project_of(tmp_path_factory.mktemp("run"), [("guide/intro", SCRIPT)])
    assert checked_of(project).findings == ()
    return project.build / "runs"


def ended(*arguments: str) -> int:
    """The exit status of the program, whether its work or its parser ends it."""
    try:
        return main(arguments)
    except SystemExit as ending:
        return int(ending.code or 0)


def test_the_module_and_the_program_are_the_same() -> None:
    """What is installed is the function that ``python -m printproof`` calls, and both name themselves alike."""
    settings = tomllib.loads((ROOT / "packages/base/pyproject.toml").read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "printproof", "--help"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert settings["project"]["scripts"] == {"printproof": "printproof_base.cli:main"}
    assert told.startswith("usage: printproof [-h] [--version] [-C FOLDER] COMMAND ...")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """A report of a fault can name it."""
    assert (ended("--version"), capsys.readouterr().out) == (0, f"printproof {version('printproof-base')}\n")


def test_no_argument_lists_verbs_and_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    """Each verb with what it does, below the title of its group."""
    status, told = ended(), capsys.readouterr().out

    assert status == 0
    assert [title for title in groups() if f"\n\n{title}:\n" not in told] == []
    assert [verb for verb in commands_by_name() if f"\n  {verb} " not in told] == []
    assert told.endswith(STATUSES)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["chek"], "no command 'chek'; did you mean check?"),
        (["site", "serve", "--prot", "8001"], "no argument '--prot'; did you mean --port?"),
        (["--verson"], "no argument '--verson'; did you mean --version?"),
        (["check", "guide/into"], "examples/guide/into.py: no such script; did you mean guide/intro?"),
        (["check", "examples/guide/into.py"], "examples/guide/into.py: no such script; did you mean guide/intro?"),
        (["site", "build", "em"], "locales: no language 'em'; did you mean en?"),
        (["site", "serve", "ja"], "locales: no language 'ja'; there are en; start it: printproof i18n new ja"),
        (
            ["i18n", "new", "klingon", "--templates", "pots"],
            "'klingon' is no language; expected is a code such as fr or pt_BR",
        ),
        (
            ["i18n", "move", "guide/into", "guide/other"],
            "docs/guide/into.md: no page 'guide/into'; did you mean guide/intro?",
        ),
        (["i18n", "move", "guide/intro", "../intro"], "is no name of a page; each of its parts has letters"),
    ],
    ids=" ".join,
)
def test_what_is_misspelt_is_answered_with_what_was_meant(
    typed: list[str], meant: str, entered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verb, an option, a script and a language; the command line was wrong, and nothing was done."""
    assert ended(*typed) == 2
    assert meant in capsys.readouterr().err
    assert not (entered / "_build").exists()


@pytest.mark.parametrize(
    "name", ["guide/intro", "examples/guide/intro.py", "docs/guide/intro.md", "./docs/guide/intro.md"]
)
def test_a_script_is_named_by_docname_or_path(
    name: str, entered: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A path that a shell completes means the same as the docname."""
    shutil.copytree(records, entered / "_build" / "runs")

    assert main(["accept", name]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "examples/guide/intro.py: every promise says what is printed",
        "accepted: 1 of 1 scripts",
    ]


@pytest.mark.parametrize("name", ["guide", "guide/", "examples/guide", "docs/guide/", "examples", "."])
def test_a_folder_means_all_scripts_below_it(name: str, entered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a shell completes before the word is whole; a point is that of where one stands."""
    project_of(entered, [("guide/deep/more", SCRIPT), ("guided", SCRIPT)])
    if name == ".":
        monkeypatch.chdir(entered / "examples")

    below = ["guide/deep/more", "guide/intro"]
    assert at(entered).named_scripts(name) == ([*below, "guided"] if name in {"examples", "."} else below)


def test_a_project_without_scripts_is_no_success(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check that looked at nothing says so."""
    (entered / "examples/guide/intro.py").unlink()

    assert main(["check"]) == 2
    assert capsys.readouterr().err == "examples: holds no script; write one, or name its folder\n"


def test_a_language_is_named_by_code_or_path(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A translator names the file that is open."""
    for language in ("ko", "ja"):
        catalog = entered / "locales" / language / "LC_MESSAGES" / "guide" / "intro.po"
        catalog.parent.mkdir(parents=True)
        catalog.write_text('msgid ""\nmsgstr ""\n\nmsgid "Title"\nmsgstr ""\n', encoding="utf-8")

    main(["i18n", "status", "locales/ko/LC_MESSAGES/guide/intro.po"])

    told = capsys.readouterr().out
    assert ("ko " in told, "ja " in told) == (True, False)


def test_a_promise_that_does_not_hold_ends_with_1(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The work was done, and found something."""
    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")

    assert main(["check"]) == 1
    told = capsys.readouterr()
    assert "its promise says '2'" in told.err
    assert told.out.splitlines()[-1] == "2 of 3 promises in 1 script hold in 3 modes (3 runs, 0 from records)"


def test_success_says_what_held(entered: Path, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A promise is a cell in a mode; what ran and what was known is counted, too."""
    shutil.copytree(records, entered / "_build" / "runs")

    assert main(["check", "guide"]) == 0
    held = "3 promises in 1 script hold in 3 modes (0 runs, 3 from records)"
    assert capsys.readouterr().out == f"{held}; 1 script was not run a second time\n"


def test_a_second_run_is_made_where_it_is_asked_for(
    entered: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is remembered: a check after it says no longer that there was none."""
    shutil.copytree(records, entered / "_build" / "runs")

    assert main(["check", "--again"]) == 0
    assert main(["check"]) == 0
    assert "second time" not in capsys.readouterr().out


def test_a_check_is_one_object_for_programs(entered: Path, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each finding in its parts, the counts by name; progress stands elsewhere."""
    shutil.copytree(records, entered / "_build" / "runs")
    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")

    assert main(["check", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["version", "verb", "summary", "counts", "findings", "rows"]
    assert (told["version"], told["verb"], told["counts"]["holding"]) == (1, "check", 2)
    [finding] = told["findings"]
    detail = finding.pop("detail")
    assert detail[-1] == "  accept it with: printproof accept guide/intro"
    assert finding.pop("fact").startswith("cell 'a' printed '1'; its promise says '2' [as written, jax ")
    assert finding == {
        "path": "examples/guide/intro.py",
        "line": 5,
        "docname": "guide/intro",
        "cell": "a",
        "mode": "as-written",
        "severity": "error",
        "rule": "output",
        "cure": "accept it with: printproof accept guide/intro",
        "promised": ["2"],
        "printed": ["1"],
    }


def test_progress_stands_beside_the_object(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output is the object alone."""
    assert main(["check", "--json"]) == 0

    told = capsys.readouterr()
    assert json.loads(told.out)["counts"]["runs"] == 3
    assert told.err.count("guide/intro") == 3


@pytest.mark.parametrize(
    ("verb", "counts"),
    [
        ("i18n check", {"errors": 1, "warnings": 1, "taken": 0}),
        ("i18n status", {"messages": 1, "current": 0, "fuzzy": 0}),
    ],
)
def test_catalogs_are_objects_for_programs(
    verb: str, counts: dict[str, int], entered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One catalog cannot be read, one has nothing yet: the first is broken for either verb."""
    for language in ("ko", "ja"):
        catalog = entered / "locales" / language / "LC_MESSAGES" / "guide" / "intro.po"
        catalog.parent.mkdir(parents=True)
        catalog.write_text(
            catalog_text(expected_header(language), [Message(msgid="Title", texts=[""])]), encoding="utf-8"
        )
    (entered / "locales/ko/LC_MESSAGES/guide/intro.po").write_text("x", encoding="utf-8")

    assert main([*verb.split(), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["counts"] == counts
    assert [one["path"] for one in told["findings"]][-1] == "locales/ko/LC_MESSAGES/guide/intro.po"


def test_findings_are_annotations_of_github(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each at the line of its file, on one line; progress stands elsewhere."""
    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")

    assert main(["check", "--format", "github"]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("::error file=examples/guide/intro.py,line=")
    assert ",title=output::cell 'a' printed '1'; its promise says '2' [as written, " in first


def test_findings_are_results_of_sarif(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As code scanning and editors read them."""
    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")

    assert main(["check", "--format", "sarif"]) == 1
    told = json.loads(capsys.readouterr().out)
    [result] = told["runs"][0]["results"]
    assert (told["version"], result["ruleId"], result["level"]) == ("2.1.0", "output", "error")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "examples/guide/intro.py"}


def test_the_program_works_in_a_folder_that_is_named(
    entered: Path, records: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As make and git do; one that is not there ends it."""
    shutil.copytree(records, entered / "_build" / "runs")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))

    assert ended("-C", str(entered), "check") == 0
    assert ended("-C", "nowhere", "check") == 2


def test_nothing_is_accepted_that_nobody_named(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All scripts at once are asked for, and a dry run writes none."""
    wrong = SCRIPT.replace("# 1", "# 2")
    (entered / "examples/guide/intro.py").write_text(wrong, encoding="utf-8")

    assert main(["accept"]) == 2
    assert "no script is named; name those to accept, or take all: printproof accept --all" in capsys.readouterr().err
    assert main(["accept", "--all", "--dry-run"]) == 0
    assert "would be accepted: 1 of 1 scripts" in capsys.readouterr().out
    assert (entered / "examples/guide/intro.py").read_text(encoding="utf-8") == wrong
    assert main(["accept", "--all"]) == 0
    assert (entered / "examples/guide/intro.py").read_text(encoding="utf-8") == SCRIPT


def test_the_list_says_how_each_script_stands(entered: Path, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By its records alone: it runs nothing."""
    script = entered / "examples/guide/intro.py"

    def state() -> str:
        assert main(["list"]) == 0
        return capsys.readouterr().out.splitlines()[1].split("  ")[-1]

    assert state() == "not run since it was changed"
    shutil.copytree(records, entered / "_build" / "runs")
    assert state() == "holds, not run a second time"
    script.write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")
    assert state() == "1 wrong"
    script.write_text("# %% a\n", encoding="utf-8")
    assert state() == "cannot be read: cell 'a' holds no code"


@pytest.mark.parametrize("verb", commands_by_name())
def test_the_help_of_a_verb_shows_how_to_type_it(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With two examples, and the exit statuses once, in the help of the program."""
    ended(verb, "--help")
    told = capsys.readouterr().out

    assert told.partition("examples:\n")[2].count(f"  printproof {verb}") >= 2
    assert "130" not in told


def test_what_is_named_has_one_word_in_all_commands() -> None:
    """A page or its script, any script, what lies elsewhere, a language, a catalog, a host; written is a FILE."""
    takes = [takes for _, takes in commands_by_name().values()]
    named = {settings["metavar"] for one in takes for name, settings in one.items() if not name.startswith("-")}
    paths = {settings["metavar"] for one in takes for settings in one.values() if settings.get("type") is Path}

    assert named == {"PAGE", "SCRIPT", "DOCUMENT", "LANGUAGE", "CATALOG", "TARGET", "FOLDER"}
    assert paths == {"FILE", "FOLDER", "DOCUMENT", "CATALOG"}


@pytest.mark.parametrize("typed", [["i18n"], ["i18n", "--help"], ["site", "-h"]], ids=" ".join)
def test_the_first_word_of_two_asks_for_help(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of that word are listed with all others."""
    assert ended(*typed) == 0
    assert f"\n  {typed[0]} " in capsys.readouterr().out


def test_one_that_is_quiet_tells_what_does_not_hold(
    entered: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing where all holds, and the reports alone where it does not."""
    shutil.copytree(records, entered / "_build" / "runs")
    assert (main(["check", "-q"]), capsys.readouterr()) == (0, ("", ""))

    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")
    assert main(["check", "-q"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.count("its promise says '2'")) == ("", 1)


def test_a_report_has_colours_on_a_terminal(
    entered: Path, records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place in bold, a difference in red and green; none where no terminal shows them."""
    shutil.copytree(records, entered / "_build" / "runs")
    (entered / "examples/guide/intro.py").write_text(SCRIPT.replace("# 1", "# 2"), encoding="utf-8")

    main(["check"])
    assert "\x1b" not in capsys.readouterr().err
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["check"])
    told = capsys.readouterr().err
    assert told.startswith("\x1b[1mexamples/guide/intro.py:5\x1b[0m: cell 'a' printed")
    assert ["\x1b[31m    - 2\x1b[0m" in told, "\x1b[32m    + 1\x1b[0m" in told] == [True, True]


@pytest.mark.parametrize(
    ("terminal", "variables", "wanted"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_a_terminal_has_colours_unless_it_or_its_user_has_none(
    terminal: bool, variables: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As no-color.org has it."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)

    assert (colours.coloured("a.py:1: wrong", stream) != "a.py:1: wrong") == wanted


@pytest.mark.parametrize(("given", "said"), [("0", "not a number above 0"), ("two", "not a number above 0")])
def test_how_many_run_at_a_time_is_a_number(
    given: str, said: str, entered: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The variable as well as the option that sets it."""
    monkeypatch.setenv("SCRIPT_JOBS", given)
    assert main(["check"]) == 2
    assert capsys.readouterr().err == f"SCRIPT_JOBS={given}: {said}; write, for example, 2\n"
    assert main(["check", "-j", "1"]) == 0


def test_what_was_accepted_or_exported_is_an_object_too(
    entered: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As everything that a program may want to know."""
    shutil.copytree(records, entered / "_build" / "runs")
    (entered / "docs/guide/intro.md").write_text("# T\n\n```{code-cell}\n:example: a\n```\n", encoding="utf-8")

    assert main(["accept", "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"scripts": 1, "accepted": 1}
    assert main(["export", "guide/intro", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == [{"path": "_build/exported/guide/intro.ipynb"}]


def test_what_could_not_be_done_is_an_object_too(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program reads one form, and the exit status tells it the rest."""
    assert main(["check", "guide/into", "--json"]) == 2
    [finding] = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["path"], finding["cure"]) == ("examples/guide/into.py", "did you mean guide/intro?")


@pytest.mark.parametrize("verb", ["i18n todo", "i18n fix", "i18n status"])
def test_a_catalog_that_cannot_be_read_ends_every_verb_with_1(verb: str, entered: Path) -> None:
    """What could be done with the others is done."""
    catalog = entered / "locales" / "ko" / "LC_MESSAGES" / "guide" / "intro.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text('msgid "', encoding="utf-8")

    assert main(verb.split()) == 1


def test_a_reader_who_has_seen_enough_ends_it_quietly(entered: Path) -> None:
    """As head has."""
    read, write = os.pipe()
    os.close(read)
    pipes = {"stdout": write, "stderr": subprocess.PIPE, "env": own_environment()}
    done = subprocess.run([*own_module("printproof"), "i18n", "todo"], cwd=entered, **pipes, text=True, check=False)
    os.close(write)

    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize(
    ("broken", "verb", "said", "status"),
    [
        ("pyproject.toml", "i18n todo", "cannot be read as TOML", 2),
        ("_build/runs", "check", "cannot be used (Not a directory)", 2),
        ("docs/glossary.csv", "i18n check", "the heading does not begin with 'term'", 1),
        ("examples/guide/intro.py", "check", "cell 'x' holds no code", 1),
        ("examples/guide/intro.py", "run", "cell 'x' holds no code", 1),
    ],
)
def test_what_cannot_be_read_is_one_line(
    broken: str, verb: str, said: str, status: int, entered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the file, and no traceback follows; what breaks a rule is broken, and settings are settings."""
    (entered / broken).parent.mkdir(exist_ok=True)
    (entered / broken).write_text("[x" if status == 2 else "# %% x", encoding="utf-8")

    assert main(verb.split()) == status
    told = capsys.readouterr().err.splitlines()
    assert (len(told), said in told[0]) == (1, True)


@pytest.mark.parametrize(
    "verb", [verb for verb in commands_by_name() if verb not in {"drift", "explain", "i18n merge"}]
)
def test_a_folder_outside_of_any_project_ends_with_2(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is asked for there: one line with its cure, or how it is typed."""
    monkeypatch.chdir(tmp_path)
    takes = commands_by_name()[verb][1].items()
    needed = [name for name, how in takes if not name.startswith("-") and how.get("nargs") not in {"*", "?"}]

    assert ended(verb, *(["fr"] * len(needed))) == 2
    assert (
        "no folder here or above holds examples/, or pages with their conf.py; start in the project's folder"
        in capsys.readouterr().err
    )


def test_a_translator_waits_for_no_heavy_import() -> None:
    """The verbs for catalogs import neither JAX nor Sphinx."""
    code = "import sys; from printproof_base.cli import main; main(['i18n', 'check', 'ko'])\n"
    code += "print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert {"jax", "numpy", "sphinx", "myst_nb"} & set(done.stderr.split()) == set()
