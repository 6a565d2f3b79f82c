"""What was found in a script as one page of HTML: it needs no other file and no script, and all is escaped."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import zip_longest

from printproof.explain.differences import LONGEST, near_lines, varies
from printproof.explain.reading import line_of
from printproof.explain.ways import OFF, WRITTEN, Ways, shown
from printproof.pages.call_table import CallRow, call_rows
from printproof.runs.record import CellRun
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF
from printproof.style import FOLDER
from printproof.style.colours import colours
from printproof.style.signs import DID_NOT_RUN, RAN
from printproof_base.findings import Finding

MOST = 200
"""Lines that one statement printed of which the page shows all."""

_CODE = re.compile(r"`([^`]+)`")
# Also where a browser would find a way to load or run something that a script wrote, it may not.
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
"""


def page(ways: Ways, findings: Iterable[Finding], summary: str, lessons: Mapping[str, str]) -> str:
    """The page of a script; ``lessons`` are the addresses of lessons by rule, of those that have one."""
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        found.setdefault(ways.source.line_of(finding.place), []).append(finding)
    parts = [
        _HEAD.format(title=escape(summary), style=_style()),
        f"<h1>{escape(summary)}</h1>\n<p class=quiet>{escape(_versions(ways))}</p>\n",
        *_listed(found, ways),
        *_code(ways, found, lessons),
        *_calls(ways),
        *_printed(ways),
        "</main>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _style() -> str:
    """The colours of the light and the dark theme, and the rules."""
    light, dark = (";".join(f"--{name}:{value}" for name, value in colours(one).items()) for one in (False, True))
    rules = (FOLDER / "explain.css").read_text(encoding="utf-8")
    return f":root{{{light};color-scheme:light dark}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n{rules}"


def _versions(ways: Ways) -> str:
    versions = next((record.versions for record in ways.records.values()), {})
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def _listed(found: Mapping[int, list[Finding]], ways: Ways) -> Iterator[str]:
    """Links to what was found, which is far apart in a long script."""
    if found:
        yield "<ul>\n"
        for line, findings in sorted(found.items()):
            where = escape(ways.source.words(line)) if line else "the whole"
            for one in findings:
                yield f'<li><a href="#L{line}">{where}</a>: {_words(one.fact)}</li>\n'
        yield "</ul>\n"


def _code(ways: Ways, found: Mapping[int, list[Finding]], lessons: Mapping[str, str]) -> Iterator[str]:
    left_out = dict(ways.source.left_out)
    yield "<h2>The code</h2>\n"
    for number, (first, text) in enumerate(ways.source.parts(), 1):
        yield f"<h3>Cell {number}</h3>\n" if ways.source.begins else ""
        yield '<div class=code id="L0">\n' if first == 1 else "<div class=code>\n"
        # What concerns the whole stands above its first line.
        yield from (_finding(one, lessons) for one in found.get(0, []) if first == 1)
        for line, code in enumerate(text.splitlines(), first):
            marked = " found" if any(one.severity == "error" for one in found.get(line, [])) else ""
            number_link = f'<a class=n href="#L{line}">{ways.source.place(line).line}</a>'
            written = escape(left_out.get(line, code)) or " "
            yield f'<div class="line{marked}" id="L{line}">{number_link}<code>{written}</code></div>\n'
            yield from (_finding(one, lessons) for one in found.get(line, []))
        yield "</div>\n"


def _finding(finding: Finding, lessons: Mapping[str, str]) -> str:
    lesson = lessons.get(finding.rule)
    cure, _, see = finding.cure.rpartition("see ") if lesson else (finding.cure, "", "")
    link = f'see <a href="{escape(lesson)}">{escape(see)}</a>' if lesson else ""
    below = f"<pre>{escape(chr(10).join(one.strip() for one in finding.detail))}</pre>" if finding.detail else ""
    text = f"<strong>{_words(finding.fact)}</strong>; {_words(cure)}{link}"
    return f'<div class="finding {finding.severity}"><p>{text}</p>{below}</div>\n'


def _words(text: str) -> str:
    """A sentence, with what stands in backquotes as code."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def _calls(ways: Ways) -> Iterator[str]:
    """For each statement that calls a compiled function, what answered each call: Python above, the program below."""
    records = {AS_WRITTEN: ways.records[WRITTEN]} if WRITTEN in ways.records else {}
    records |= {JIT_OFF: ways.records[OFF]} if OFF in ways.records else {}
    tables = [(cell, call_rows(cell.name, records)) for cell in records[AS_WRITTEN].cells] if records else []
    compiled = [(cell, table) for cell, table in tables if any(_used(row) for row in table.rows)]
    if compiled:
        yield "<h2>Who answered each call</h2>\n"
        yield "<p>Python runs while JAX traces; after that, the compiled program answers.</p>\n"
    for cell, table in compiled:
        names = ", ".join(f"<code>{escape(name)}</code>" for name in table.names)
        yield f"<h3>{_link(ways, cell)}: {names}{', and more calls' if table.more else ''}</h3>\n"
        label = f"calls in {escape(ways.source.words(line_of(cell.name)))}"
        yield f'<div class=calls tabindex=0 role=region aria-label="{label}"><table>\n<thead><tr><td></td>'
        yield "".join(f"<th scope=col>call {n}</th>" for n, _ in enumerate(table.rows, 1)) + "</tr></thead>\n"
        yield _row("python", "Python code", [RAN if row.call.ran else DID_NOT_RUN for row in table.rows])
        yield _row("compiled", "compiled program", [RAN if _used(row) else DID_NOT_RUN for row in table.rows])
        if table.owned:
            yield _row("state", "state", [f"{_short(row.before)} → {_short(row.after)}" for row in table.rows])
        yield _row("result", "prints" if table.printing else "returns", map(_result, table.rows), escaped=True)
        yield "</table></div>\n"


def _used(row: CallRow) -> bool:
    """Whether a compiled program answered a call."""
    return row.program in {"compiled", "reused"}


def _result(row: CallRow) -> str:
    text = escape(_short("\n".join(row.result)))
    return f"<mark>{text}</mark><br>wanted {escape(_short(' '.join(row.wanted)))}" if row.wanted else text


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _row(kind: str, label: str, texts: Iterable[str], escaped: bool = False) -> str:
    cells = "".join(f"<td>{text if escaped else escape(text)}</td>" for text in texts)
    return f'<tr class="{kind}"><th scope=row>{label}</th>{cells}</tr>\n'


def _printed(ways: Ways) -> Iterator[str]:
    """What each statement prints, beside what it prints with jit off."""
    written, off = ways.records.get(WRITTEN), ways.records.get(OFF)
    cells = [(cell, off.cell(cell.name) if off else None) for cell in written.cells] if written else []
    rows = [(cell, twin) for cell, twin in cells if _lines(cell) or _lines(twin)]
    if rows:
        yield "<h2>What it prints</h2>\n<table class=printed>\n<thead><tr><th scope=col>line</th>"
        yield f"<th scope=col>as it is</th>{'<th scope=col>with jit off</th>' if off else ''}</tr></thead>\n"
        for cell, twin in rows:
            left, right = _columns(ways, cell, twin)
            both = f"<td>{left}</td><td>{right}</td>" if off else f"<td>{left}</td>"
            yield f"<tr><th scope=row>{_link(ways, cell)}</th>{both}</tr>\n"
        yield "</table>\n"


def _columns(ways: Ways, cell: CellRun, twin: CellRun | None) -> tuple[str, str]:
    """The lines of a statement in both ways; those that jit changes are marked where they are the same in each run."""
    left, right = _lines(cell), _lines(twin)
    compared = twin is not None and not varies(ways, cell) and not near_lines(left, right)
    columns: tuple[list[str], list[str]] = ([], [])
    for pair in zip_longest(left[:MOST], right[:MOST]):
        differs = compared and (None in pair or not near_lines(*([one or ""] for one in pair)))
        for column, one in zip(columns, pair, strict=True):
            if one is not None:
                column.append(f"<mark>{escape(one)}</mark>" if differs else escape(one))
    for column, lines in zip(columns, (left, right), strict=True):
        if len(lines) > MOST:
            column.append(f"<span class=quiet>… {len(lines) - MOST} more lines</span>")
    one, other = (f"<pre>{chr(10).join(column)}</pre>" if column else "" for column in columns)
    return one, other or ("" if twin else "<span class=quiet>not reached</span>")


def _lines(cell: CellRun | None) -> tuple[str, ...]:
    """What a statement shows, its error included."""
    if cell is None:
        return ()
    return shown(cell) + ((cell.error.last_line,) if cell.error else ())


def _link(ways: Ways, cell: CellRun) -> str:
    line = line_of(cell.name)
    return f'<a href="#L{line}">{escape(ways.source.words(line))}</a>'
