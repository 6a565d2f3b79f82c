"""The libraries that a script runs with: those that provide the names it imports, and what they need of JAX.

Nothing here imports one: a script without JAX runs without it.
"""

import functools
import platform
import re
import sys
import sysconfig
from collections.abc import Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution, packages_distributions
from pathlib import Path
from typing import Any
from warnings import WarningMessage

JAX = "jax"
WITH_JAX = (JAX, "jaxlib", "numpy")
"""What prints and computes where JAX runs, whether or not a script imports it itself."""

KNOWN_BY = {"jax": "effects_barrier", "numpy": "ndarray"}
"""What tells a library from something else of its name, such as what a script puts in its place, or a half of it."""

_NAME = re.compile(r"[\w.-]+")  # of a requirement: what stands before its version
# What a marker asks for together with an extra is required only where somebody asks for that extra.
_OPTIONAL = re.compile(r";.*\bextra\b")
# Names under which nothing is installed, with what is; any other is most likely its own.
_CALLED = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "jax": "'printproof[jax]'",
    "jaxlib": "'printproof[jax]'",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


@functools.lru_cache(maxsize=256)
def versions_of(names: frozenset[str]) -> Mapping[str, str]:
    """The versions of Python and of the distributions that provide these imported names, by their own names.

    What nothing installed provides is left out. Where one of them is JAX or requires it, JAX is among them.
    """
    found = {name: one.version for imported in names for name, one in _providers(imported).items()}
    # Flax imports JAX for a script that does not: it is traced and compiled all the same.
    if any(map(_requires_jax, found)):
        found |= {name: one.version for name in WITH_JAX if (one := _installed(name))}
    return {"python": platform.python_version(), **dict(sorted(found.items()))}


def named_versions(versions: Mapping[str, str]) -> Mapping[str, str]:
    """The versions that say with what outputs were checked: of JAX where it ran, else of all libraries, or of Python.

    Nothing where there was no run.
    """
    libraries = {name: version for name, version in versions.items() if name != "python"}
    return {JAX: versions[JAX]} if JAX in versions else libraries or versions


def may_draw(versions: Mapping[str, str]) -> bool:
    """Whether one of these distributions is Matplotlib or can use it, as pandas does: nothing else draws a figure."""
    found = [one for name in versions if (one := _installed(name))]
    return "matplotlib" in versions or any(
        needs.startswith("matplotlib") for one in found for needs in one.requires or ()
    )


def jax_here() -> str:
    """The version of JAX that is installed, or nothing."""
    found = _installed(JAX)
    return found.version if found else ""


def concerns_its_author(warning: WarningMessage) -> bool:
    """Whether an installed library uses what is deprecated: whoever imports it cannot change that.

    Python shows such a warning to nobody unless asked.
    """
    libraries = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    is_there = any(Path(warning.filename).is_relative_to(folder) for folder in libraries)
    return is_there and issubclass(warning.category, (DeprecationWarning, PendingDeprecationWarning))


def how_to_install(module: str) -> str:
    """The cure for a module that is not there, by the name that Python misses."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names:
        return f"it belongs to Python, and this one has no {module}"
    if found := _installed(top):
        return f"{top} {found.version} has no module of that name: correct it, or install another version"
    own = "" if top in _CALLED else ", or put it on PYTHONPATH where it is your own"
    return f"pip install {_CALLED.get(top, top)}{own}"


@functools.cache
def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except (PackageNotFoundError, ValueError):
        return None


@functools.cache
def _providers(imported: str) -> Mapping[str, Distribution]:
    """The distributions that provide an imported name; of a namespace that many share, those that hold its part."""
    top, _, part = imported.partition(".")
    if top in sys.stdlib_module_names:
        return {}
    # Most are installed under the name that is imported; for the others the files of all have to be listed.
    own = [_installed(top)] if _installed(top) else [_installed(name) for name in set(_by_import().get(top, ()))]
    place = f"{top}/{part.partition('.')[0]}"
    return {one.metadata["Name"]: one for one in own if one and (len(own) == 1 or _holds(one, place))}


_by_import = functools.cache(packages_distributions)  # it reads the lists of files of all that is installed


def _holds(one: Distribution, place: str) -> bool:
    return any(str(file).startswith((f"{place}/", f"{place}.")) for file in one.files or ())


@functools.cache
def _requires_jax(name: str) -> bool:
    """True for JAX and for what cannot be installed without it, extras aside."""
    if not jax_here():
        return False
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        # Requirements write the names of distributions in any case.
        one = waiting.pop().lower()
        if one in seen:
            continue
        seen.add(one)
        found = _installed(one)
        required = (found.requires or ()) if found else ()
        waiting += [match[0] for text in required if not _OPTIONAL.search(text) and (match := _NAME.match(text))]
    return not seen.isdisjoint({JAX, "jaxlib"})


def loaded(library: str) -> Any:
    """The library, one of `KNOWN_BY`, where this process has imported it; else None."""
    module = sys.modules.get(library)
    return module if hasattr(module, KNOWN_BY[library]) else None
