"""A page of versions shows what the matrix wrote, or says at its line what is wrong with the file."""

from pathlib import Path

import pytest

from support.small import Small

PAGE = "# Versions\n\n```{versions} versions.json\n```\n"


@pytest.mark.parametrize(
    "text",
    ["not JSON", "[]", '{"lanes": ["x"]}', '{"lanes": 3, "scripts": {}}', '{"lanes": ["x"], "scripts": {"index": {}}}'],
)
def test_a_table_that_cannot_be_read_is_an_error_at_its_line(tmp_path: Path, text: str) -> None:
    """Whatever JSON the file holds: an author sees no traceback of ours."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "docs/versions.json": text, "examples/index.py": "# %% [a]\n"})

    built = small.build()

    assert "docs/index.md:3: ERROR" in built.said
    assert "no table of versions" in built.said
    assert "Traceback" not in built.said
