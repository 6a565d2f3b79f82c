"""The order in which the parts of a build happen: every number that Sphinx sorts by, each with its reason.

Each class is one phase; the phases and their members stand in the order in which they happen. Smaller numbers come
first. A part that is called without a number does not depend on the others of its phase; Sphinx then uses 500.
"""

from enum import IntEnum, unique

from sphinx.util.typing import ExtensionMetadata

# Pages are read and written side by side: no part keeps anything of one page for the next one. A greater
# ``env_version`` makes Sphinx read every page anew: raise it when nodes or the facts of a page change their shape.
SIDE_BY_SIDE: ExtensionMetadata = {
    "version": "1",
    "env_version": 16,
    "parallel_read_safe": True,
    "parallel_write_safe": True,
}


@unique
class ConfigInited(IntEnum):
    """Listeners of ``config-inited``, which may still change settings."""

    # Every other part asks for the project, defaults come from it, and all may say something in words of ours.
    READ_PROJECT = 50
    # It looks for catalogs in `locale_dirs`, which COMPILE_CATALOGS replaces.
    NAME_LANGUAGES = 200
    # From here on `locale_dirs` is the compiled folder alone; Sphinx opens it when the event has ended, and acts on its
    # other settings of catalogs at 500 and later.
    COMPILE_CATALOGS = 300


@unique
class BuilderInited(IntEnum):
    """Listeners of ``builder-inited``."""

    # Sphinx looks at 500 for what a book must have, its edition among it.
    NAME_EDITION = 400


@unique
class SourceRead(IntEnum):
    """Listeners of ``source-read``, which get the text of a page and may change it."""

    # Whether a page is ours stands in its text as all others have left it.
    TAKE_PAGE = 900


@unique
class Transform(IntEnum):
    """Transforms of a page that was read; those below 10 see it as it was read, in English."""

    # A solution wraps the container of a cell, which SHOW_CELLS replaces.
    FOLD_EXERCISES = 0
    # A figure must be drawn before outputs are put around it.
    SHOW_FIGURES = 1
    # Code and figure are in the container of a cell, and nothing else stands there yet.
    SHOW_OUTPUTS = 2
    # The header of a cell is the first part of its container, or in a teaser the last, behind its outputs.
    SHOW_CELL_HEADERS = 3
    # A cell has all its parts by now, which its tags fold; from here on no container of a cell is left.
    SHOW_CELLS = 4
    # A teaser is a cell; from here on its caption is part of it.
    SHOW_TEASERS = 5
    # A cell is one element by now, with its code and its outputs in it; messages of questions stand in their order.
    ASK_BEFORE_OUTPUTS = 6
    # Questions have left their places between the variants of a cell.
    JOIN_VARIANTS = 7
    # Cells and figures have named their messages by now; Sphinx looks for messages, in formulas too, at 10.
    COLLECT_MESSAGES = 8
    # Each sentence is still the English one, at its line of the page.
    CHECK_CLAIMS = 9
    # MyST has numbered its lines, and Sphinx puts translations in the place of English at 20.
    NOTE_ENGLISH = 15
    # The checksum of a message is that of its English.
    NAME_MESSAGES = 16
    # Sphinx has translated every message at 20.
    HAND_OUT_TRANSLATIONS = 21
    # Both need what HAND_OUT_TRANSLATIONS gave to their elements.
    TRANSLATE_COMMENTS = 22
    TRANSLATE_FIGURES = 23
    # Sphinx counts at 25 what is marked as translated.
    MARK_UNTRANSLATED = 24
    # The marks stand behind the words of the language of the page, and are no part of what was counted.
    SHOW_PROOFS = 26


@unique
class PostTransform(IntEnum):
    """Transforms of a page that is written; Sphinx resolves its links at 10."""

    # The words of other pages hold links as well, which Sphinx then resolves for the page that lists them.
    LIST_ERRORS = 5
    # A symptom below a list of errors becomes an entry of it; as a list has links, too, it is before Sphinx's 10.
    SHOW_PRINTED = 6
    SHOW_VERIFIED = 7
    # Sphinx's converters of pictures are at 200 and find ours by then.
    WRITE_PLAIN = 100
    # Every other part looks for the parts of a cell in the cell itself.
    NAME_PARTS = 880
    # A word that is part of a link is known by then, and labels of Sphinx are gone.
    LINK_TERMS = 890


@unique
class PageContext(IntEnum):
    """Listeners of ``html-page-context``, which change what the templates get."""

    # The theme, whose parts do not depend on each other, offers the files that lie beside a page.
    WRITE_DOWNLOADS = 400
    # A feed is one of the files beside a page, and their last.
    WRITE_FEED = 600
    # Other parts have written what can be taken, and named it.
    OFFER_DOWNLOADS = 700
    # Scripts and styles that a page loads are known to the theme, which is told last.
    STYLE_THIRD_PARTY_THEME = 750
    # It settles which style sheets and scripts a page loads, those of other extensions included.
    DRESS_PAGE = 800
    # It takes the script that the page would load later, which is known by then.
    SHOW_PICTURE = 850
    # All that templates get is known by then.
    KEEP_DATA = 900
