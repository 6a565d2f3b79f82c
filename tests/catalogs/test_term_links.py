"""Words of a page lead to what they mean, and to nothing else: terms of JAX do, everyday words do not."""

from pathlib import Path

import pytest

from printproof_catalogs.sentences.glossary import Glossary, Term, read_glossary
from printproof_catalogs.sentences.term_links import FirstUses
from support.built import ROOT

OWN = read_glossary(ROOT / "docs" / "glossary.csv")
SAID = {"": "What it means."}


def links(text: str, english: str | None = None, language: str = "en", glossary: Glossary = OWN) -> dict[str, str]:
    """The words of a text that lead to a term, by the term."""
    spots = FirstUses(glossary, language).take([text], english)
    return {spot.term.term: text[spot.start : spot.end] for spot in spots}


@pytest.mark.parametrize(
    "text",
    [
        "One call prints a line and returns the output of the step, side by side with the function's object.",
        "The optimizer updates the model parameters, and the class keeps a loss for each argument.",
        "Each trace of a function counts, and JAX has to trace it.",
    ],
)
def test_an_everyday_word_leads_nowhere(text: str) -> None:
    """Nor does a word of two senses, or a noun where the sentence has the verb."""
    assert links(text) == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The next call has to trace again.", {"retracing": "trace again"}),
        ("A jitted function is traced.", {"jit": "jitted", "tracing": "traced"}),
        ("A tracer leak keeps a tracer.", {"tracer leak": "tracer leak", "tracer": "tracer"}),
        ("Pytrees have side effects.", {"pytree": "Pytrees", "side effect": "side effects"}),
    ],
)
def test_a_word_leads_to_the_term_that_it_means(text: str, found: dict[str, str]) -> None:
    """In every form that the glossary names, the longest first."""
    assert links(text) == found


@pytest.mark.parametrize(
    ("text", "english", "found"),
    [
        ("두 코드를 나란히 놓고 단계마다 비교합니다.", "Put the code side by side, step by step.", {}),
        ("처음 호출할 때 추적(tracing)됩니다.", "On its first call it is traced.", {"tracing": "추적"}),
        ("함수를 다시 추적합니다.", "JAX has to trace again.", {"retracing": "다시 추적"}),
        ("파이트리(pytree)입니다.", "It is a pytree.", {"pytree": "파이트리"}),
        ("트레이서 누수는 트레이서가 남는 일입니다.", "A tracer leak keeps a tracer.",
         {"tracer leak": "트레이서 누수", "tracer": "트레이서"}),
    ],
)  # fmt: skip
def test_a_translated_word_leads_to_the_term_of_its_source(text: str, english: str, found: dict[str, str]) -> None:
    """By the first of its forms in the sentence, and not inside a longer term."""
    assert links(text, english, "ko") == found


def test_a_word_of_two_rows_leads_to_neither() -> None:
    """Nobody can tell which of them a sentence means."""
    rows = (Term("parameter (function)", {}, definitions=SAID), Term("parameter (model)", {}))

    assert links("A parameter.", glossary=Glossary(rows)) == {}
    assert links("A parameter.", glossary=Glossary(rows[:1])) == {"parameter (function)": "parameter"}


def test_a_term_is_given_once() -> None:
    """Whatever form it has the second time."""
    uses = FirstUses(OWN, "en")

    assert [len(uses.take([text], None)) for text in ("A jitted function.", "Two jitted functions.")] == [1, 0]


def test_words_that_lead_to_a_definition_are_no_uses_for_the_checker() -> None:
    """A translator may render a verb in another way than the noun."""
    assert "tracing" not in OWN.uses("A function is traced.")


def test_a_changed_file_is_read(tmp_path: Path) -> None:
    """A term without a definition leads nowhere."""
    (tmp_path / "glossary.csv").write_text("term,definition\nstate,A value.\nclass,\n", encoding="utf-8")

    assert links("A state of a class.", glossary=read_glossary(tmp_path / "glossary.csv")) == {"state": "state"}
