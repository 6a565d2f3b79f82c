"""How is a language named, tagged and addressed on the web, and what does it need that others do not?"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGE_DATA = Path(__file__).parent
"""One file of data per language: ``ko.toml``; ``zh.toml`` serves zh_CN and zh_TW, ``zh_TW.toml`` says what differs."""


@cache
def language_data(language: str) -> Mapping[str, Any]:
    """The data of a language by section; empty for a language without a file in ``LANGUAGE_DATA``.

    What ``zh_TW.toml`` says of a section goes before what ``zh.toml`` says of it.
    """
    found: dict[str, Any] = {}
    for name in dict.fromkeys((language.partition("_")[0], language)):
        path = LANGUAGE_DATA / f"{name}.toml"
        for section, needs in tomllib.loads(path.read_text(encoding="utf-8")).items() if path.is_file() else ():
            found[section] = {**found.get(section, {}), **needs}
    return found


def between(language: str) -> str:
    """What separates the members of a list: a comma and a blank, or the mark that the language uses."""
    return _written(language, "between", ", ")


def introduced(language: str, title: str) -> str:
    """A title and what leads to what it names: a colon and a blank, or the mark that the language uses."""
    return title + _written(language, "colon", ": ")


def aside(language: str, text: str) -> str:
    """Text in parentheses, with what the language puts between a word and them."""
    return _written(language, "aside", " ({})").format(text)


def _written(language: str, name: str, otherwise: str) -> str:
    return str(language_data(language).get("writing", {}).get(name, otherwise))


def tag(language: str) -> str:
    """What HTML calls a language: ``zh_CN`` is ``zh-CN``."""
    return language.replace("_", "-")


def segment(language: str) -> str:
    """The part of an address that holds a language: ``zh_CN`` is published below ``zh-cn/``."""
    return tag(language).lower()


def _locale(language: str) -> Any:
    """What Babel knows of a language; None for a language that nobody knows."""
    from babel import Locale, UnknownLocaleError  # here: promises are checked where only JAX is installed

    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return None


def endonym(language: str) -> str:
    """The name of a language in its own script: English, 한국어, 简体中文; an unknown one is named by its code."""
    locale = _locale(language)
    if locale is None:
        return language
    # Babel knows 简体中文 as zh_Hans, not as zh_CN or zh.
    narrower = [f"{locale.language}_{part}" for part in (locale.script, locale.territory) if part]
    names = [locale.languages[code] for code in [*narrower, locale.language] if code in locale.languages]
    name = names[0] if names else language
    # Babel writes names as they stand inside a sentence: français.
    return name[:1].upper() + name[1:]


def size_in(language: str, size: int) -> str:
    """The size of a file as a language writes it, in units of a thousand: 48 kB, 48kB; in two digits where it is small.

    A language that nobody knows has it as English does.
    """
    from babel.units import format_unit

    locale = _locale(language) or _locale("en")
    name, unit = ("megabyte", 1e6) if size >= 999_500 else ("kilobyte", 1e3)  # nobody chooses a file by its bytes
    amount = max(size / unit, 0.1)
    return str(format_unit(round(amount, 0 if amount >= 9.95 else 1), f"digital-{name}", "short", locale=locale))


def known_languages(source: str, locale_folders: Iterable[Path]) -> list[str]:
    """The languages of a site: the one its pages are written in, then each folder with catalogs."""
    folders = {catalogs.parent.name for place in locale_folders for catalogs in place.glob("*/LC_MESSAGES")}
    return [source, *sorted(folders - {source})]


def public_address(setting: str, environ: Mapping[str, str] = os.environ) -> str:
    """Where a site is published, with a slash at its end: by ``SITE_URL``, else by the setting; empty for nowhere."""
    address = environ.get("SITE_URL") or setting
    return address.rstrip("/") + "/" if address else ""
