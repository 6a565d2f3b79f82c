"""A page in reStructuredText that keeps its code shows what it was checked to print."""

import re
from pathlib import Path

from printproof.promises.accept import accept_scripts
from support.small import Small

PAGE = """\
Mean
====

.. code-cell::
   :tags: hide-input

   mean = sum([2, 4, 9]) / 3
   print(mean)

- In a list:

  .. code-cell::

     mean + 1

.. code-cell::
   :tags: skip-execution

   !pip install nothing

.. code-cell::
   :alt: a line
   :caption: The *line*
   :name: the-line

   import matplotlib.pyplot as plt

   plt.plot([1, 2]);

See :ref:`the-line`.
"""
FILES = {"pyproject.toml": '[tool.printproof]\ncode_in_pages = ["*"]\n', "docs/index.rst": PAGE}


def accepted(root: Path, page: str = PAGE) -> Small:
    """The project, after its outputs were accepted."""
    small = Small(root, {**FILES, "docs/index.rst": page})
    assert not accept_scripts(small.project, ["index"])
    return small


def test_the_page_shows_code_outputs_and_figures(tmp_path: Path) -> None:
    """The tags of MyST-NB hold, a figure has its words, and nothing of what stands in comments is seen."""
    built = accepted(tmp_path).build()
    html = built.html("index")

    assert (built.status, built.wrong) == (0, [])
    assert ["5.0" in html, "6.0" in html, "<svg" in html, "Output:" in html] == [True, True, True, False]
    assert ["The <em>line</em>" in html, "a line" in html, html.count('href="#the-line"') > 0] == [True, True, True]
    text = re.sub("<[^>]*>", "", html)
    assert [text.count("!pip install nothing"), "3 ›" in text] == [1, False]


def test_a_wrong_output_ends_the_build_at_the_line_of_the_page(tmp_path: Path) -> None:
    """As `printproof check` says it."""
    small = accepted(tmp_path)
    text = (tmp_path / "docs/index.rst").read_text(encoding="utf-8").replace("   5.0", "   4.0")
    small.write("docs/index.rst", text)
    built = small.build()

    assert built.status == 1
    assert f"docs/index.rst:{text.split(chr(10)).index('   4.0') + 1}: cell '1' printed '5.0'" in built.said


def test_a_page_that_no_pattern_fits_is_not_ours(tmp_path: Path) -> None:
    """Its cells are those of MyST-NB, which shows none in this markup, and says so."""
    built = Small(tmp_path, {**FILES, "pyproject.toml": "[tool.printproof]\n"}).build()
    assert "Found an unexpected `code-cell`" in built.said
