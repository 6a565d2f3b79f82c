"""No line ends where a language lets none end, whatever markup stands there."""

import pytest

from printproof_base.text import JOINER, insert_joiners


def held(*texts: str, whole: tuple[int, ...] = (), language: str = "ko") -> list[str]:
    """The texts of a passage with a bar for each joiner."""
    return [text.replace(JOINER, "|") for text in insert_joiners(texts, set(whole), language)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("추적(tracing)됩니다", "추적|(tracing)|됩니다"),
        ("상태(state) 값", "상태|(state) 값"),
        ("10%로, “값”을", "10%|로, “값”|을"),
        ("(값)", "(값)"),
        ("JAX의 값 jit", "JAX의 값 jit"),
    ],
)
def test_a_mark_holds_the_word_before_and_the_particle_after_it(text: str, shown: str) -> None:
    """Not where a line may end, or does not end anyway."""
    assert held(text) == [shown]


def test_a_joiner_stands_between_pieces_of_markup() -> None:
    """At the start of the second, so that a link is not longer than its words."""
    assert held("첫 ", "추적", "(tracing)됩니다") == ["첫 ", "추적", "|(tracing)|됩니다"]


def test_code_holds_its_particle_and_stays_as_it_was() -> None:
    """A word that is copied is the word that was written."""
    assert held("값 ", "jax.jit", "을 쓰고 ", "(x)", "는 ", whole=(1, 3)) == [
        "값 ",
        "jax.jit",
        "|을 쓰고 ",
        "(x)",
        "|는 ",
    ]
    assert held("값", "(x)", whole=(1,)) == ["값|", "(x)"]
    assert held("f", "(가)나", whole=(0, 1)) == ["f", "(가)나"]


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_a_name_with_a_hyphen_is_one_word(language: str) -> None:
    """Few texts in Korean or Chinese hold a word with a hyphen, and it is the name of something."""
    assert held("MyST-NB x86-64 -1 a - b", language=language) == ["MyST-|NB x86-|64 -1 a - b"]


@pytest.mark.parametrize("language", ["en", "ja", "xx"])
def test_a_language_that_names_no_places_has_none(language: str) -> None:
    """Its browser knows where lines end."""
    assert held("추적(tracing)됩니다", language=language) == ["추적(tracing)됩니다"]
