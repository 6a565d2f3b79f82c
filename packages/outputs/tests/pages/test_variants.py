"""Of a variant just the tokens are marked that the first cell does not have; a label alone is refused."""

from printproof.pages.variants import changed, wrong_labels


def split(*lines: str) -> list[list[str]]:
    """Lines as their tokens, which blanks part."""
    return [line.split() for line in lines]


def test_the_run_is_changed_that_both_lines_do_not_begin_and_end_with() -> None:
    """A bracket that closes the new tokens is one of them, not the one that was there."""
    assert changed(split("f ( jnp . int32 ( 0 ) )"), split("f ( 0.0 )")) == {0: range(2, 8)}


def test_a_run_ends_where_its_brackets_do() -> None:
    """Both lines end with one, and neither is a part without it."""
    assert changed(split("n = zeros ( 3 )"), split("n = reset ( )")) == {0: range(2, 6)}


def test_a_line_without_another_in_its_place_is_changed_whole() -> None:
    """Lines that both have are not told."""
    assert changed(split("a", "b = 1", "c"), split("a", "c")) == {1: range(3)}


def test_a_token_that_is_gone_marks_nothing() -> None:
    """There is nothing that could bear a mark."""
    assert not changed(split("f ( x )"), split("f ( x , y )"))[0]


def test_a_token_that_is_repeated_is_new_once() -> None:
    """What is counted at the beginning of a line is not counted at its end again."""
    assert changed(split("1 + 1 + 1"), split("1 + 1")) == {0: range(3, 5)}


def test_a_label_alone_is_wrong() -> None:
    """A reader cannot choose from one."""
    ((label, fact, _cure),) = wrong_labels([("`0`", 3, "int")])

    assert (label[1], fact) == (
        3,
        "cell 'int' is a variant of nothing: no other cell with ':variant:' stands beside it",
    )


def test_each_label_that_repeats_one_is_wrong() -> None:
    """The cells are named, as their labels tell nothing."""
    wrong = wrong_labels([("`0`", 3, "int"), ("`1`", 9, "one"), ("`0`", 15, "zero")])

    assert [(label[1], fact) for label, fact, _cure in wrong] == [
        (15, "the variants 'int' and 'zero' are both called '`0`'")
    ]
