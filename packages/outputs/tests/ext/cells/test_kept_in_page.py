"""A page that keeps its code shows what it was checked to print, as one with a script does."""

import re
from pathlib import Path

from printproof.promises.accept import accept_scripts
from support.small import Small

PAGE = """\
# Mean

```{code-cell}
:tags: [hide-input]
:id: of-another-tool
mean = sum([2, 4, 9]) / 3
print(mean)
```

- In a list:

  ```{code-cell}
  mean + 1
  ```

```{code-cell}
:tags: [skip-execution]
!pip install nothing
```

```{code-cell}
---
mystnb:
  image:
    alt: a line
  figure:
    caption: The *line*
---
import matplotlib.pyplot as plt

plt.plot([1, 2]);
```
"""
FILES = {"pyproject.toml": '[tool.printproof]\ncode_in_pages = ["*"]\n', "docs/index.md": PAGE}


def accepted(root: Path) -> Small:
    """The project, after its outputs were accepted."""
    small = Small(root, FILES)
    assert not accept_scripts(small.project, ["index"])
    return small


def test_the_page_shows_code_outputs_and_figures(tmp_path: Path) -> None:
    """The tags and words of MyST-NB hold, and nothing of what stands in comments is seen."""
    built = accepted(tmp_path).build()
    html = built.html("index")

    assert (built.status, built.wrong) == (0, [])
    assert ["5.0" in html, "6.0" in html, "<svg" in html, "Output:" in html] == [True, True, True, False]
    assert "The <em>line</em>" in html
    assert "a line" in html


def test_a_cell_that_does_not_run_is_code_alone(tmp_path: Path) -> None:
    """It is shown, as its author meant it to be, and nothing says that it was checked."""
    text = re.sub("<[^>]*>", "", accepted(tmp_path).build().html("index"))
    assert text.count("!pip install nothing") == 1
    assert "3 ›" not in text


def test_a_wrong_output_ends_the_build_at_the_line_of_the_page(tmp_path: Path) -> None:
    """As `printproof check` says it."""
    small = accepted(tmp_path)
    page = tmp_path / "docs/index.md"
    text = page.read_text(encoding="utf-8").replace("% 5.0", "% 4.0")
    small.write("docs/index.md", text)
    built = small.build()

    assert built.status == 1
    assert f"docs/index.md:{text.split(chr(10)).index('% 4.0') + 1}: cell '1' printed '5.0'" in built.said
