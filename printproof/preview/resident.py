"""One language of a preview, kept in memory: a saved catalog is a page on disk again without a new process.

It is a process of its own, which answers each line of standard input with one line: both are JSON. What it keeps
is for looking at; a site is always built from nothing.
"""

from __future__ import annotations

import gc
import gettext
import io
import json
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from printproof.catalogs.compile import CompileError, compile_language, compile_page

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Resident:
    """A site in one language, built once and then kept up to date."""

    def __init__(self, root: str, docs: str, folder: str, language: str, said: io.StringIO) -> None:
        self.language = language
        self.catalogs = Path(folder, "doctrees", "catalogs")
        settings = {"language": language, "printproof_run": False}
        self.app = Sphinx(
            docs, root, str(Path(folder, "html")), str(Path(folder, "doctrees")), "html", settings,
            status=None, warning=said,
        )  # fmt: skip
        self.app.setup_extension("printproof.ext.preview")
        self.app.build()
        gc.freeze()  # what is kept for good need not be looked through after each sentence

    def page(self, docname: str) -> bool:
        """Bring one page up to date with its catalog, and say whether other pages show what has changed.

        Raises CompileError where the catalog cannot be read; the page stays as it was.
        """
        env, builder = self.app.env, self.app.builder
        if docname not in env.found_docs:
            return True
        compile_page(self._sources(), self.language, docname, self.catalogs)
        self._forget(docname)
        title = env.titles[docname].astext()
        self.app.events.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        builder.read_doc(docname)
        self.app.events.emit("env-updated", env)
        builder.write_documents({docname})
        return env.titles[docname].astext() != title

    def rest(self, whole: bool) -> None:
        """Bring all pages up to date, or write every page anew."""
        if self.language != self.app.config.printproof_source_language:
            compile_language(self._sources(), self.language, self.catalogs)
        for docname in list(self.app.env.found_docs):
            self._forget(docname)
        if whole:
            self.app.builder.build_all()
        else:
            self.app.builder.build_update()

    def _sources(self) -> list[Path]:
        return [Path(source) for source in self.app.config.printproof_catalogs]

    def _forget(self, docname: str) -> None:
        """Forget a page as it was read, and its translations: a process keeps both for its life."""
        self.app.env._pickled_doctree_cache.pop(docname, None)
        vars(self.app.env).pop("master_doctree", None)
        gettext._translations.clear()  # type: ignore[attr-defined]
        locale.translators.pop(("general", docname), None)


class Answers:
    """What a preview asks and is told: one language, begun when it is first asked for."""

    def __init__(self) -> None:
        self.said = io.StringIO()
        self.resident: Resident | None = None

    def __call__(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked.

        ``failed`` says why nothing came of it, ``said`` is what Sphinx warned of; ``others`` are pages that show
        what has changed, and ``broken`` asks for a new process.
        """
        others, broken, failed = False, False, ""
        try:
            others = self._do(asked)
        except CompileError as error:
            failed = str(error)
        except SystemExit:  # of a catalog that cannot be read, as Sphinx was told
            broken, failed = True, "this language cannot be built; correct it and save"
        except Exception as error:
            broken, failed = True, f"{type(error).__name__}: {error}"
        said = COLOUR.sub("", self.said.getvalue())
        self.said.seek(0)
        self.said.truncate()
        return {"failed": failed, "said": said, "others": others, "broken": broken}

    def _do(self, asked: dict[str, Any]) -> bool:
        if self.resident is None:
            self.resident = Resident(said=self.said, **asked["site"])
        elif "page" in asked:
            return self.resident.page(asked["page"])
        else:
            self.resident.rest(asked.get("whole", False))
        return False


def main() -> int:
    """Answer until standard input ends; gives the exit status."""
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    answers = Answers()
    with redirect_stdout(sys.stderr), patch_docutils(), docutils_namespace():
        for line in sys.stdin:
            told.write(json.dumps(answers(json.loads(line))) + "\n")
            told.flush()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(1)
