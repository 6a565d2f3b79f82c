"""A table of a project: a file of comma-separated values whose first line names its columns."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printproof_base.files import undecodable_line
from printproof_base.findings import ReportedError


@dataclass(frozen=True)
class Row:
    """A row of a table: its cells by their column, and the line of the file on which it ends."""

    cells: Mapping[str, str]
    line: int


def read_table(path: Path, first: str, error: type[ReportedError], shown: object = None) -> list[Row]:
    """The rows of a table whose first column is ``first``; none where there is no file.

    ``shown`` is the path that findings name, if another. Raises ``error`` at the line where the file is not UTF-8, its
    heading begins with another column, or a row has no first cell or not as many cells as the heading.
    """
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, strict=True)
        try:
            if not reader.fieldnames or reader.fieldnames[0] != first:
                fact, cure, line = f"the heading does not begin with '{first}'", "see its first line in git", 1
            else:
                rows = [Row(cells, reader.line_num) for cells in reader]
                broken = [row for row in rows if not _is_whole(row.cells, first)]
                if not broken:
                    return rows
                fact, cure, line = "not as many cells as the heading", "quote cells with commas", broken[0].line
        except csv.Error as why:
            fact, cure, line = f"not a table: {why}", "quote cells with commas", reader.reader.line_num
        except UnicodeDecodeError:
            fact, cure, line = "these bytes are not UTF-8", "save the file as UTF-8", undecodable_line(path)
    raise error.at(shown or path, fact, cure, line=line, rule=path.stem)


def _is_whole(cells: Mapping[Any, Any], first: str) -> bool:
    # What is too much, csv puts below the column None; what is missing, it fills with None.
    return None not in cells and None not in cells.values() and bool((cells[first] or "").strip())
