"""A lesson says where on the path it is, what it takes and what comes next; any other page says where it stands."""

from pathlib import Path

import pytest

from printproof.html.page import Element, parse
from support.small import CELL, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
INDEX = """# Start

```{lessons}
```

```{toctree}
:numbered: 1
:caption: Lessons

A <b> <one>
Two words <two>
three
```

```{toctree}
:caption: Reference

glossary
```
"""
PAGES = {
    "one": "---\nminutes: 12\n---\n\n# First\n\nWhat the first lesson is about.\n\n## Part\n\nMore.\n",
    "two": "---\nminutes: 5\nneeds: one\n---\n\n# Second\n\nIn short. A longer sentence says `<b>` and more. End.\n",
    "three": f"# Third\n\nThe end.\n\n{CELL.format('first')}",
    "glossary": "# Look up\n\nWords.\n\n```{toctree}\n\nbelow\n```\n",
    "below": "# Below\n\nMore words.\n",
}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Three lessons, the last one with a script, and two other pages."""
    pages = {f"docs/{name}.md": text for name, text in PAGES.items()}
    script = {"examples/three.py": "# %% first\nprint(1)\n\n# Output:\n# 1\n"}
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": INDEX, **pages, **script})
    small.record("three", {"first": "1\n"})
    return small


def found(html: str, tag: str, name: str) -> list[Element]:
    """The elements of a tag that have a class."""
    return [element for element in parse(html).find(tag) if name in element.attributes.get("class", "").split()]


def test_a_lesson_says_which_of_how_many_it_is(small: Small) -> None:
    """Above its title, with a track of as many bars."""
    place = found(small.build().html("two"), "div", "place")

    assert [element.inner_html() for element in place] == ['Lesson 2 of 3 <i style="--at:2;--of:3"></i>']


def test_the_number_of_a_lesson_is_no_part_of_its_title(small: Small) -> None:
    """Nor of a heading below it."""
    page = parse(small.build().html("one"))

    assert [element.text for tag in ("h1", "h2") for element in page.find(tag)] == ["First", "Part"]


def test_below_the_lead_stands_what_a_lesson_takes(small: Small) -> None:
    """Minutes, and what to read before as a link with its name from the menu."""
    html = small.build().html("two")

    assert [said.inner_html() for about in found(html, "div", "about") for said in about.find("span")] == [
        "5 min",
        'Needs <a href="one.html">A &lt;b&gt;</a>',
    ]
    assert html.index("In short.") < html.index('class="about"')


def test_what_a_lesson_takes_is_no_passage_to_translate(small: Small) -> None:
    """Front matter is not counted, so that a page with all its words translated is complete and says nothing."""
    said = {"First": "첫째", "What the first lesson is about.": "내용.", "Part": "부분"}
    small.translate("one", said)
    most = small.build(language="ko").html("one")
    small.translate("one", said | {"More.": "더."})
    all_of_it = small.build(language="ko").html("one")

    assert ("번역 항목 4개 중 3개가 최신입니다." in most, "번역 항목" in all_of_it) == (True, False)


def test_the_end_of_a_lesson_leads_to_the_next(small: Small) -> None:
    """Its place, its time, its name, and the first sentence that says something."""
    card = found(small.build().html("one"), "a", "card")

    assert [(a.attributes["href"], " ".join(a.text.split())) for a in card] == [
        ("two.html", "Lesson 2 of 3 · 5 min Two words In short. A longer sentence says <b> and more.")
    ]


def test_a_section_that_the_next_lesson_names_is_named_by_its_title(small: Small) -> None:
    """In the language of the page, as its lead does: the name of its label is for authors."""
    small.write("docs/two.md", "# Second\n\nThis sentence is long enough to see {ref}`at-the-end`.\n")
    small.write("docs/three.md", PAGES["three"] + "\n(at-the-end)=\n## The last part\n\nMore.\n")
    small.translate("three", {"The last part": "마지막 부분"})
    cards = [found(small.build(language=one).html("one"), "a", "card")[0].text for one in ("en", "ko")]

    assert ["see The last part" in cards[0], "see 마지막 부분" in cards[1]] == [True, True]


def test_the_way_back_from_a_lesson_has_the_name_of_the_menu(small: Small) -> None:
    """It is escaped, as a label may hold any sign."""
    back = [a for a in parse(small.build().html("two")).find("a") if a.attributes.get("rel") == "prev"]

    assert [a.inner_html() for a in back] == ["<small>Previous</small> A &lt;b&gt;"]


def test_the_last_lesson_is_no_dead_end(small: Small) -> None:
    """It leads to the start page and not to a page that is no lesson."""
    html = small.build().html("three")

    card = found(html, "a", "card")
    assert [(a.attributes["href"], next(a.find("strong")).text) for a in card] == [("index.html", "Start")]
    assert html.count('rel="next"') == 1


def test_the_card_speaks_the_language_of_the_page(small: Small) -> None:
    """What the next lesson says of itself is its translated lead."""
    small.translate("index", {"Two words": "두 낱말"})
    small.translate("two", {"In short. A longer sentence says `<b>` and more. End.": "둘째 `<b>` 내용."})

    (card,) = found(small.build(language="ko").html("one"), "a", "card")

    place, said = "<small>레슨 2/3 · 5분</small>", "<span>둘째 &lt;b&gt; 내용.</span>"
    assert card.inner_html() == f"{place} <strong>두 낱말</strong> {said}"


def test_a_card_whose_words_are_not_translated_says_so(small: Small) -> None:
    """Voices read English as English."""
    (card,) = found(small.build(language="ko").html("one"), "a", "card")

    assert [span.attributes for span in card.find("span")] == [{"lang": "en"}]


def test_the_path_lists_the_lessons_with_their_minutes(small: Small) -> None:
    """In their order, each under its name from the menu."""
    (path,) = found(small.build().html("index"), "ol", "path")

    assert [item.text for item in path.find("li")] == ["A <b> 12 min", "Two words 5 min", "Third"]


def test_a_path_may_be_shown_in_stages(small: Small) -> None:
    """Each begins at the lesson that it names, and ends before that of the next one; numbers go on."""
    stages = "```{lessons} one\n```\n\nThen\n\n```{lessons} three\n```"
    small.write("docs/index.md", INDEX.replace("```{lessons}\n```", stages))
    first, second = found(small.build().html("index"), "ol", "path")

    assert [item.text for item in first.find("li")] == ["A <b> 12 min", "Two words 5 min"]
    assert [item.text for item in second.find("li")] == ["Third"]
    assert (first.attributes.get("start"), second.attributes.get("start")) == (None, "3")


def test_a_lesson_may_name_what_of_the_library_it_shows(small: Small) -> None:
    """Below its name on the path, as code."""
    small.write("docs/one.md", PAGES["one"].replace("minutes: 12", "minutes: 12\nshows: lax.scan"))
    (path,) = found(small.build().html("index"), "ol", "path")

    assert [code.text for code in path.find("code")] == ["lax.scan"]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        ("30", "3 lessons, about 1 h in all, for people who know Python and a little NumPy."),
        ("90", "3 lessons, about 2 h in all, for people who know Python and a little NumPy."),
        ("", None),
    ],
)
def test_a_start_page_says_how_long_the_lessons_take(small: Small, minutes: str, said: str | None) -> None:
    """Together, in whole hours; nothing where one does not say it."""
    small.write("docs/index.md", INDEX.replace("# Start\n", "# Start\n\nLead.\n\n```{course}\n```\n"))
    matter = f"---\nminutes: {minutes}\n---\n\n" if minutes else ""
    small.write("docs/three.md", matter + PAGES["three"])
    courses = found(small.build().html("index"), "p", "course")

    assert [course.text for course in courses] == ([said] if said else [])


def test_a_page_that_is_no_lesson_says_where_it_stands(small: Small) -> None:
    """The start page, the part, and the pages above it; blanks part them, so that a line may end between two."""
    (way,) = found(small.build().html("below"), "nav", "place")

    assert way.attributes["aria-label"] == "Where this page stands"
    names = '<a href="index.html">Start</a>', "<span>Reference</span>", '<a href="glossary.html">Look up</a>'
    assert way.inner_html() == " ".join(names)


def test_the_start_page_stands_nowhere(small: Small) -> None:
    """Nothing is above it."""
    assert found(small.build().html("index"), "nav", "place") == []


@pytest.mark.parametrize(
    ("matter", "warned"),
    [
        ("needs: on3", "docs/two.md:2: WARNING: needs: there is no page 'on3'; did you mean 'one'?"),
        (
            "minutes: soon",
            "docs/two.md:2: WARNING: minutes: 'soon' is no number of minutes; write one such as: minutes: 12",
        ),
        ("minutes: 0", "docs/two.md:2: WARNING: minutes: '0' is no number of minutes; write one such as: minutes: 12"),
    ],
)
def test_front_matter_that_means_nothing_is_warned_of(small: Small, matter: str, warned: str) -> None:
    """With its file and the cure, in one line."""
    small.write("docs/two.md", f"---\n{matter}\n---\n\n# Second\n\nText.\n")

    assert [warned in line for line in small.build().wrong] == [True]


def test_a_site_without_numbers_has_no_lessons(small: Small) -> None:
    """Its pages have no place on a path, and lead to their neighbours as before."""
    small.write("docs/index.md", INDEX.replace(":numbered: 1\n", ""))

    html = small.build().html("two")

    assert [found(html, "div", "about"), found(html, "a", "card"), "Lesson 2" in html] == [[], [], False]


@pytest.mark.parametrize(
    ("docname", "old", "new", "stale"),
    [
        ("index", "A <b> <one>", "Renamed <one>", "Renamed"),
        ("two", "minutes: 5", "minutes: 55", "55 min"),
        ("two", "# Second\n\nIn short. A longer", "# Second\n\nIn short. A newly written", "newly written"),
    ],
    ids=["label", "minutes", "lead"],
)
def test_a_page_that_lists_what_has_changed_is_written_anew(
    small: Small, docname: str, old: str, new: str, stale: str
) -> None:
    """Its own source has not changed; the menu and the card in it have."""
    small.build()
    source = (small.root / f"docs/{docname}.md").read_text(encoding="utf-8")
    small.write(f"docs/{docname}.md", source.replace(old, new))

    assert stale in small.build().html("one")


def test_pages_are_not_written_anew_where_nothing_that_they_list_has_changed(small: Small) -> None:
    """An edit below the lead is that of one page."""
    small.build()
    before = (small.root / "_build/en/html/one.html").stat().st_mtime_ns
    small.write("docs/three.md", f"{PAGES['three']}\nMore.\n")
    small.build()

    assert (small.root / "_build/en/html/one.html").stat().st_mtime_ns == before


def test_what_a_lesson_needs_may_be_a_list(small: Small) -> None:
    """As front matter writes one."""
    small.write("docs/three.md", f"---\nneeds: [one, two]\n---\n\n{PAGES['three']}")

    built = small.build()

    assert built.wrong == []
    assert found(built.html("three"), "div", "about")[0].inner_html().count("<a ") >= 2


def test_a_book_keeps_the_lead_of_a_page(small: Small) -> None:
    """It has no place of its own for it, and is not written with our template."""
    built = small.build("-D", "epub_show_urls=no", builder="epub")

    for page, said in (("one", "What the first lesson is about."), ("glossary", "Words.")):
        text = (built.folder / f"{page}.xhtml").read_text(encoding="utf-8")
        assert (text.count(said), "<hr" in text) == (1, False)
