"""A term of the glossary is translated by one of its allowed forms."""

from __future__ import annotations

from collections.abc import Iterator

from printproof.sentences.rules.fault import Fault, warning
from printproof.sentences.rules.pair import Pair


def check_terms(pair: Pair) -> Iterator[Fault]:
    """Warn where the source uses a term and the translation none of its forms."""
    forms = pair.glossary.forms(pair.language)
    shown = pair.text.shown.lower()
    for term in dict.fromkeys(pair.glossary.uses(pair.source.shown)):
        allowed = forms.get(term, ())
        if allowed and not any(form.lower() in shown for form in allowed):
            wanted = " or ".join(allowed)
            yield warning("term", f"{term!r} is {wanted} in the glossary, and none of them is here")
