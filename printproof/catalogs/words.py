"""Where the package's own words are kept, and how they come into a language."""

from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

DOMAIN = "printproof"
PACKAGE = Path(__file__).parents[1]


class WordsError(ValueError):
    """A catalog of our words cannot be read; the sentence names its line."""


def word_catalogs(places: Iterable[Path] = ()) -> list[Path]:
    """List the catalogs of our words: the package's, then those of a site, which may add to them."""
    places = [PACKAGE / "locales", PACKAGE.parent / "locales", *places]
    found = (path.resolve() for place in places for path in sorted(place.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))
    return list(dict.fromkeys(found))


def read_words(source: Path) -> Catalog:
    """Read one catalog; WordsError where a line of it is no catalog line."""
    with source.open("rb") as file:
        try:
            return read_po(file, abort_invalid=True)
        except PoFileError as error:
            raise WordsError(f"{source}:{(error.lineno or 0) + 1}: {error.args[0]}; correct this line") from error


def compile_words(source: Path, folder: Path) -> None:
    """Write one catalog for gettext below a folder of the build: beside its source it would go stale and win."""
    target = folder / source.parts[-3] / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_mo(file, read_words(source))


def word(language: str, message: str, places: Iterable[Path] = ()) -> str:
    """Say one of our sentences in a language, or in English where it has none."""
    for source in word_catalogs(places):
        if source.parts[-3] == language and (found := read_words(source).get(message)) and found.string:
            return str(found.string)
    return message
