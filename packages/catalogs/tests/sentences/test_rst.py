"""A message of reStructuredText is read as docutils reads it."""

import pytest

from printproof_base.findings import Finding
from printproof_catalogs.sentences.rst import rst_sentence
from printproof_catalogs.sentences.rules import Pair, check_pair

PIECES = {
    "codes": ("Use ``a*b``.", ("a*b",)),
    "roles": (":func:`~os.path.join` and :ref:`words <label>`", (("func", "os.path.join"), ("ref", "label"))),
    "links": ("`Words <https://x.example/1>`_ and name_", ("https://x.example/1", "`…`_")),
    "footnotes": ("See [1]_ and [#note]_.", ("1", "#note")),
    "substitutions": ("Version |version| is out.", ("version",)),
    "strong": ("**bold**, *slanted* and `quoted`", 3),
}


@pytest.mark.parametrize("kind", PIECES)
def test_each_piece_is_found(kind: str) -> None:
    """Code, roles, links, notes, substitutions and emphasis are no words."""
    text, wanted = PIECES[kind]

    assert getattr(rst_sentence(text), kind) == wanted


@pytest.mark.parametrize("text", ["2 ** 3 and *args", "a * b * c", "snake_case and __init__", "a\\*b and \\`c\\`"])
def test_what_only_looks_like_a_mark_is_text(text: str) -> None:
    """As docutils has it."""
    read = rst_sentence(text)

    assert (read.strong, read.links, read.codes, read.glued) == (0, (), (), ())


@pytest.mark.parametrize("text", [":mod:`signal` defines:", "See `a`_:", "1.5 is a number", "Words::"])
def test_a_sentence_is_one_paragraph(text: str) -> None:
    """A role at its beginning is no field list, a number no list."""
    assert rst_sentence(text).blocks == ("paragraph",)


def faults(source: str, text: str, language: str = "ko") -> list[Finding]:
    """What the rules find in a project without a style."""
    return list(check_pair(Pair(rst_sentence(source), rst_sentence(text), language, style=frozenset())))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Call ``f`` of :class:`Name`.", ":class:`Name`\\ 의 ``f``\\ 를 호출합니다."),
        ("See `the guide`_.", "`안내서`_\\ 를 보세요."),
        ("See :ref:`this part <part>`.", ":ref:`이 부분 <part>`\\ 을 보세요."),
        ("Read `it <https://en.wiki.example/It>`_.", "`여기 <https://en.wiki.example/It>`_ 를 읽으세요."),
        ("It is *new*.", "*새롭습니다*."),
    ],
)
def test_a_faithful_translation_passes(source: str, text: str) -> None:
    """Words of links and titles are translated, targets stay."""
    assert faults(source, text) == []


@pytest.mark.parametrize(
    ("source", "text", "rule"),
    [
        ("Call ``f``.", "``g``.", "code"),
        ("Call ``f``.", "``f``를 호출합니다.", "markup"),
        ("Call ``f``.", "``f` 호출.", "code"),
        ("See :ref:`part`.", ":ref:`other` 참고.", "role"),
        ("See it.", ":raw-html:`<script>` 참고.", "role"),
        ("Read `it <https://a.example/>`_.", "`여기 <https://b.example/>`_.", "link"),
        ("See it.", ".. raw:: html\n\n   <script>x()</script>", "shape"),
        ("See it.", ".. include:: /etc/passwd", "shape"),
        ("See it.", " 봅니다.", "shape"),
        ("See |name|.", "봅니다.", "substitution"),
        ("See [1]_.", "봅니다.", "footnote"),
    ],
)
def test_a_fault_is_an_error_of_its_rule(source: str, text: str, rule: str) -> None:
    """Also without a style."""
    assert rule in [fault.rule for fault in faults(source, text) if fault.severity == "error"]


def test_a_mark_beside_a_letter_is_one_finding() -> None:
    """Docutils shows it, and a reader sees at once what was meant: the cure says how it is written."""
    (found,) = faults("Call ``f``.", "``f``를 호출합니다.")

    assert "'``f``를': a letter stands beside the marks" in found.fact
    assert "a backslash and a blank" in found.cure


@pytest.mark.parametrize(
    ("source", "text", "rule"),
    [
        ("Call ``f``, as ``f`` is new.", "새로운 ``f`` 호출.", "code"),
        ("The ``key: value`` pairs", "``키: 값`` 쌍", "code"),
        ("Read `it <https://en.wiki.example/It>`_.", "`여기 <https://ko.wiki.example/여기>`_.", "link"),
        ("See it", "봅니다 ", "shape"),
    ],
)
def test_what_may_be_right_is_a_warning(source: str, text: str, rule: str) -> None:
    """A person has to look; where a project wants it exact, it is an error."""
    assert [(f.rule, f.severity) for f in faults(source, text)] == [(rule, "warning")]
