"""Where is a reader, and what comes next? The place of a lesson on its path, of any other page in its part."""

import re
from dataclasses import dataclass
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from printproof.ext.nodes import Block, MarkdownWriter, _, add_node
from printproof.ext.settings import Context, Doctree, theme_of
from printproof.formats.markdown import item, link, words
from printproof_base.languages import between
from printproof_base.text import insert_joiners
from printproof_site import look
from printproof_site.theme.contents import Lesson, contents_of

MARK = '<hr class="lead">\n'
"""What ends the lead of a page while the page is written; none is published with it."""

HEADING_END = "</h1>\n"

# A sentence that is long enough to say something: its point, and no digit after it.
SENTENCE = re.compile(r".{24,}?(?:[.!?](?=\s)|[。！？])")


COURSE = "{lessons} lessons, about {hours} h in all, for people who know Python and a little NumPy."
"""What a start page says of all lessons together."""


class path_of_lessons(nodes.General, nodes.Element):
    """The lessons from ``first`` on in their order, as one line, up to that of the next path; filled at the end."""


class length_of_course(nodes.General, nodes.Element):
    """How many lessons there are, and how long they take together."""


class Lessons(SphinxDirective):
    """``{lessons}``: the path of lessons, each with its number, its name and its minutes.

    With a docname it begins there; the next one on the page ends it.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The place of the path."""
        return [path_of_lessons(first="".join(self.arguments))]


class Course(SphinxDirective):
    """``{course}``: a sentence that says how many lessons there are, for whom, and how long they take together."""

    def run(self) -> list[nodes.Node]:
        """The place of the sentence."""
        return [length_of_course()]


@dataclass(frozen=True)
class Card:
    """The one way on from the end of a lesson: what stands above its title, the title, what it says of itself.

    ``lang`` is the tag of the language of ``lead`` where that is not the page's.
    """

    href: str
    above: str
    title: str
    lead: str = ""
    lang: str = ""


def place_of(lesson: Lesson) -> str:
    """Which lesson of how many."""
    return _("Lesson {number} of {count}").format(number=lesson.number, count=lesson.of)


def minutes_of(lesson: Lesson) -> str:
    """How long a lesson takes; empty where it does not say."""
    return _("{minutes} min").format(minutes=lesson.minutes) if lesson.minutes else ""


def card_after(app: Sphinx, lesson: Lesson) -> Card:
    """The next lesson; after the last one the start page, from which everything can be reached."""
    contents, root = contents_of(app.env), app.config.root_doc
    following = contents.lesson(lesson.number + 1)
    if following is None:
        href = app.builder.get_relative_uri(lesson.page, root)
        return Card(href, _("That was the last lesson."), contents.labels[root], _("See where to go on from here."))
    above = " · ".join(filter(None, [place_of(following), minutes_of(following)]))
    href = app.builder.get_relative_uri(lesson.page, following.page)
    (lead,) = insert_joiners([first_sentence(following.lead)], (), app.config.language)
    return Card(href, above, following.label, lead, following.lang)


def first_sentence(lead: str) -> str:
    """What a page says of itself in a sentence, or all of it where none ends."""
    first = SENTENCE.match(lead)
    return first[0] if first else lead


def needs_html(app: Sphinx, lesson: Lesson) -> str:
    """Which pages a lesson takes for granted, as links in a sentence; empty where it needs none."""
    labels = contents_of(app.env).labels
    links = (
        f'<a href="{escape(app.builder.get_relative_uri(lesson.page, page))}">{escape(labels[page])}</a>'
        for page in lesson.needs
    )
    pages = between(app.config.language).join(links)
    return escape(_("Needs {pages}")).format(pages=pages) if pages else ""


def crumbs_of(app: Sphinx, page: str) -> list[tuple[str, str]]:
    """The way to a page that is no lesson: addresses and names of the start page and the pages above it.

    The name of a part has no address, as it is no page. A page of no part has no way.
    """
    contents, root = contents_of(app.env), app.config.root_doc
    _page, *above = contents.trail(page)
    part = contents.part_of([page, *above])
    if part is None or not part.caption:
        return []
    upwards = [(app.builder.get_relative_uri(page, one), contents.labels[one]) for one in above if one != root]
    home = (app.builder.get_relative_uri(page, root), contents.labels[root])
    return [home, ("", part.caption), *reversed(upwards)]


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Mark where the lead of a page ends: its first paragraph below the title."""
    lead = next(doctree.findall(nodes.paragraph), None)
    if theme_of(app.builder) != look.NAME or lead is None:
        return
    section = lead.parent
    if isinstance(section, nodes.section) and isinstance(section.parent, nodes.document):
        section.insert(section.index(lead) + 1, nodes.raw("", MARK, format="html"))


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the place of a page to its template, and the text of a lesson in two: its lead, and what follows."""
    if doctree is None:
        return
    lesson, body = contents_of(app.env).lessons.get(pagename), context["body"]
    if theme_of(app.builder) == look.NAME:
        end = MARK if MARK in body else HEADING_END
        before, found, after = body.partition(end)
        both = (before + end.removesuffix(MARK), after.replace(MARK, "")) if found else ("", body)
        context["lead"], context["body"] = both
    if lesson is None:
        context["crumbs"] = crumbs_of(app, pagename)
        return
    context |= {"lesson": lesson, "place": place_of(lesson), "card": card_after(app, lesson)}
    before = contents_of(app.env).lesson(lesson.number - 1)  # nothing comes before the first: no start page
    href = app.builder.get_relative_uri(pagename, before.page) if before else ""
    context["prev"] = before and {"link": href, "title": escape(before.label)}
    context["facts"] = list(filter(None, [escape(minutes_of(lesson)), needs_html(app, lesson)]))


def _stage(node: path_of_lessons, env: BuildEnvironment) -> list[Lesson]:
    """The lessons of a path: all, or from the first one that it names up to the first one of the next path."""
    lessons = list(contents_of(env).lessons.values())
    page: nodes.Node = node
    while page.parent is not None:
        page = page.parent
    others = [path["first"] for path in page.findall(path_of_lessons)]
    starts = [place for place, lesson in enumerate(lessons) if lesson.page in others]
    start = next((place for place, lesson in enumerate(lessons) if lesson.page == node["first"]), 0)
    return lessons[start : next((place for place in starts if place > start), None)]


def _course(env: BuildEnvironment) -> str:
    """How many lessons, for whom, how long; empty where a lesson does not say how long it takes."""
    lessons = list(contents_of(env).lessons.values())
    minutes = [int(lesson.minutes) for lesson in lessons if lesson.minutes.isdecimal()]
    if not lessons or len(minutes) < len(lessons):
        return ""
    return _(COURSE).format(lessons=len(lessons), hours=max(round(sum(minutes) / 60), 1))


def html_course(translator: Any, node: length_of_course) -> str:
    """The sentence as a paragraph."""
    sentence = _course(translator.builder.env)
    # A language that has not these words yet shows them in English, and says so.
    english = translator.config.language.partition("_")[0] != "en" and _(COURSE) == COURSE
    lang = ' lang="en"' if english else ""
    return f'<p class="course"{lang}>{escape(sentence)}</p>\n' if sentence else ""


def markdown_course(writer: MarkdownWriter, node: length_of_course) -> list[Block]:
    """The same in Markdown."""
    return list(filter(None, [words(_course(writer.builder.env))]))


def html_path(translator: Any, node: path_of_lessons) -> str:
    """The lessons as a list of links; a browser counts them."""
    builder, items = translator.builder, []
    stage = _stage(node, builder.env)
    for lesson in stage:
        href = escape(builder.get_relative_uri(builder.current_docname, lesson.page))
        minutes = f" <small>{escape(minutes_of(lesson))}</small>" if lesson.minutes else ""
        shows = f" <code>{escape(lesson.shows)}</code>" if lesson.shows else ""
        items.append(f'<li><a href="{href}">{escape(lesson.label)}</a>{shows}{minutes}</li>')
    start = f' start="{stage[0].number}"' if stage and stage[0].number > 1 else ""
    return f'<ol class="path"{start}>{"".join(items)}</ol>\n'


def markdown_path(writer: MarkdownWriter, node: path_of_lessons) -> list[Block]:
    """The lessons as a list that counts."""
    lines = []
    for lesson in _stage(node, writer.builder.env):
        href = writer.address(writer.builder.get_relative_uri(writer.docname, lesson.page))
        shows = f"`{lesson.shows}`" if lesson.shows else ""
        parts = [link(words(lesson.label), href), shows, words(minutes_of(lesson))]
        lines.append(item(f"{lesson.number}.", " ".join(filter(None, parts))))
    return ["\n".join(lines)]


def setup(app: Sphinx) -> None:
    """Offer ``{lessons}`` and ``{course}``, and say on each page where it is."""
    add_node(app, path_of_lessons, html_path, markdown=markdown_path)
    add_node(app, length_of_course, html_course, markdown=markdown_course)
    app.add_directive("lessons", Lessons)
    app.add_directive("course", Course)
    app.connect("doctree-resolved", on_doctree_resolved)
    app.connect("html-page-context", on_html_page_context)
