"""How does a test change a page and its catalog? Templates that it rewrites, as if Sphinx had read the page again."""

from pathlib import Path

from printproof_base.project import at
from printproof_catalogs.catalog import Catalog, read_catalog
from printproof_catalogs.update import read_templates, update
from printproof_catalogs.writer import catalog_text


def template(*texts: str, place: str = "../../docs/a.md:3") -> str:
    """Give a template as the gettext builder writes it."""
    entries = (f'#: {place}\nmsgid "{text}"\nmsgstr ""\n' for text in texts)
    return 'msgid ""\nmsgstr ""\n"POT-Creation-Date: 2026-01-01\\n"\n\n' + "\n".join(entries)


class Site:
    """A project with templates that a test rewrites, as if its pages had changed."""

    def __init__(self, root: Path) -> None:
        self.project = at(root)
        self.templates = root / "_build" / "gettext"
        self.folder = root / "locales" / "ko" / "LC_MESSAGES"
        self.folder.mkdir(parents=True)

    def page(self, docname: str, *texts: str) -> None:
        """Let a page hold these messages."""
        for path in (self.project.page(docname), self.templates / f"{docname}.pot"):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.project.page(docname).write_text("x\n", encoding="utf-8")
        text = template(*texts, place=f"../../docs/{docname}.md:3")
        (self.templates / f"{docname}.pot").write_text(text, encoding="utf-8")

    def drop(self, docname: str) -> None:
        """Remove a page."""
        self.project.page(docname).unlink()

    def update(self) -> list[str]:
        """Bring the catalogs up to date."""
        return list(map(str, update(self.project, read_templates(self.project, self.templates))))

    def catalog(self, docname: str) -> Catalog:
        """Read the Korean catalog of a page."""
        return read_catalog(self.folder / f"{docname}.po")

    def translate(self, docname: str) -> None:
        """Translate every message of a page as its first letter, three times, and remove the marks."""
        catalog = self.catalog(docname)
        for message in catalog.messages:
            message.texts, message.flags, message.previous = [f"값 {message.msgid[:9]}"], [], None
        text = catalog_text(catalog.header, [*catalog.messages, *catalog.obsolete])
        (self.folder / f"{docname}.po").write_text(text, encoding="utf-8")

    def said(self, docname: str) -> list[tuple[str, str, bool]]:
        """Give (English, translation, fuzzy) of each message that is not obsolete."""
        return [(m.msgid, m.text, m.fuzzy) for m in self.catalog(docname).messages]


def translated(root: Path) -> Site:
    """Make a site with two pages, both translated."""
    made = Site(root)
    made.page("a", "One counter counts up.", "Two keys are split.")
    made.page("guide/b", "Three arrays are made.")
    made.update()
    made.translate("a")
    made.translate("guide/b")
    return made
