"""How does a test stand for a host that reads `_headers`? It sends what the site asks for, and its page for 404."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from support.built import Quiet


def rules(text: str) -> Mapping[str, list[tuple[str, str]]]:
    """The headers that `_headers` names, by the pattern of the addresses that get them; ``*`` stands for anything."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    return {pattern: [(name.strip(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
            for pattern, *lines in blocks}  # fmt: skip


class Host(Quiet):
    """A host that joins the headers of all patterns that an address fits."""

    @property
    def _site(self) -> Path:
        return Path(self.directory)

    def send_head(self) -> BinaryIO | None:  # type: ignore[override]
        """Answer with the page for absent addresses where there is none."""
        path = Path(self.translate_path(self.path))
        if (path / "index.html" if path.is_dir() else path).is_file():
            return super().send_head()  # type: ignore[return-value]
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        return (self._site / "404.html").open("rb")

    def end_headers(self) -> None:
        """Add what the site asks for."""
        address = self.path.partition("?")[0]
        for pattern, headers in rules((self._site / "_headers").read_text(encoding="utf-8")).items():
            if re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), address):
                for header in headers:
                    self.send_header(*header)
        super().end_headers()
