"""A preview shows how far a page is translated now, and keeps no number of what was read before."""

import time
from pathlib import Path

from printproof_site.preview.language import LanguagePreview
from support.small import CONF, Small

SOON_S = 20.0


def shows(page: Path, text: str) -> bool:
    """Whether a page comes to show a text."""
    end = time.monotonic() + SOON_S
    while time.monotonic() < end:
        if page.is_file() and text in page.read_text(encoding="utf-8"):
            return True
        time.sleep(0.05)
    return False


def test_a_saved_sentence_counts_at_once(tmp_path: Path) -> None:
    """In the share of its page, which was counted when the preview began."""
    small = Small(tmp_path, {"conf.py": CONF, "docs/index.md": "# Title\n\nText.\n\n```{translations}\n```\n"})
    small.translate("index", {"Title": "제목", "Text.": ""})
    language = LanguagePreview(small.project, "ko", lambda: None)
    page = language.folder / "html" / "index.html"
    try:
        assert shows(page, "50%")
        small.translate("index", {"Title": "제목", "Text.": "글."})
        language.saved([tmp_path / "locales/ko/LC_MESSAGES/index.po"])
        assert shows(page, "100%")
    finally:
        language.close()
