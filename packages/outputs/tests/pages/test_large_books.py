"""What a build does for a page does not grow with the number of pages."""

from pathlib import Path

import pytest

from printproof.pages import claims
from printproof.pages.claims import read_claims
from printproof.pages.raised import ListedError, merged
from printproof_base.project import at


def comparisons(monkeypatch: pytest.MonkeyPatch, pages: int) -> int:
    """How often errors are compared where each of so many pages has the same twenty."""
    calls = []
    compare = ListedError.is_like

    def counted(one: ListedError, other: ListedError) -> bool:
        calls.append(one)
        return compare(one, other)

    monkeypatch.setattr(ListedError, "is_like", counted)
    errors = [ListedError(f"TypeError: number {n}", ("", ""), "", "", "cell") for n in range(20)]
    assert len(merged((f"page-{page}", one) for page in range(pages) for one in errors)) == 20
    monkeypatch.undo()
    return len(calls)


def test_errors_that_many_pages_have_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred pages need no more comparisons than ten."""
    assert comparisons(monkeypatch, 100) == comparisons(monkeypatch, 10)


def test_an_error_joins_the_first_group_that_it_is_like() -> None:
    """Also where it was met before the group had its like."""
    whole, begun = (ListedError(text, ("", ""), "", "", "cell") for text in ("KeyError: 'a'", "KeyError: …"))

    assert [len(found) for found in merged([("one", whole), ("two", begun), ("three", whole)])] == [3]


def test_the_table_of_claims_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page asks for it; it is read again when it was saved again."""
    project, reads = at(tmp_path), []
    read_table = claims.read_table
    monkeypatch.setattr(claims, "read_table", lambda *given: reads.append(given) or read_table(*given))
    project.claims.parent.mkdir(parents=True)
    for text in ("page,claim,proof\na,One.,x\n", "page,claim,proof\na,One.,x\nb,Two.,y\n"):
        project.claims.write_text(text, encoding="utf-8")
        assert len(read_claims(project)) == len(read_claims(project)) == text.count("\n") - 1

    assert len(reads) == 2
