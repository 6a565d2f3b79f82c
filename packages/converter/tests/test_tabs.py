"""Code that a page shows in tabs of one place is compared as one piece."""

from printproof_converter.drift import Drift, align, measure
from printproof_converter.markdown_blocks import markdown_blocks

PLACE = """Text.

```{.python .input}
x = np.ones(3)
```

```{.python .input}
#@tab pytorch
x = torch.ones(3)
```

```{.python .input}
#@tab tensorflow
x = tf.ones(3)
```

More text.

```{.python .input}
print(x)
```
"""


def places(text: str) -> list[tuple[int, int]]:
    """The line of each piece of a page, and how many assignments to ``x`` it has."""
    return [(block.line, block.text.count("x = ")) for block in markdown_blocks(text)]


def test_tabs_of_one_place_are_one_piece() -> None:
    """The first tab has no mark before a `#@tab`."""
    assert places(PLACE) == [(4, 3), (20, 0)]


def test_each_tab_may_have_its_mark() -> None:
    """As in newer pages, where code for all libraries stands beside them unmarked."""
    newer = (
        PLACE.replace("#@tab", "%%tab").replace("x = np", "%%tab mxnet\nx = np").replace("print", "%%tab all\nprint")
    )

    assert places(newer) == [(4, 3), (21, 0)]


def test_code_that_only_stands_before_a_tab_is_a_piece_of_its_own() -> None:
    """Unmarked code is for all libraries where tabs are marked with `%%tab`, and so is what text parts from them."""
    assert places(PLACE.replace("#@tab", "%%tab")) == [(4, 1), (8, 2), (20, 0)]
    assert places(PLACE.replace("```\n\n```{.python .input}\n#@tab p", "```\n\nAnd:\n\n```{.python .input}\n#@tab p"))[
        0
    ] == (4, 1)


def test_a_library_that_comes_again_begins_another_place() -> None:
    """Two pieces for one library are no tabs of each other."""
    assert places(PLACE.replace("#@tab tensorflow", "#@tab pytorch")) == [(4, 2), (13, 1), (20, 0)]


def test_a_tab_that_a_translation_lacks_is_drift_of_one_piece() -> None:
    """Not one that is missing: the place is there."""
    without = PLACE.replace("```{.python .input}\n#@tab tensorflow\nx = tf.ones(3)\n```\n", "")

    assert measure(align(list(markdown_blocks(PLACE)), list(markdown_blocks(without)))) == Drift(2, 1, 1, 1, 0)
