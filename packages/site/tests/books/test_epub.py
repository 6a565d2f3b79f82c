"""A site is a book: valid, in its language, with all that its pages show, and nothing to press."""

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from printproof_site.books.paper import unpacked
from support.books import DATED, JAR, RULES, SVG, XHTML, bound, checked_only, pages_of, small_book, texts
from support.built import ROOT
from support.small import Small
from support.sphinx_server import run_sphinx

DC = "{http://purl.org/dc/elements/1.1/}"
OPF = "{http://www.idpf.org/2007/opf}"


CONSTRUCTS = ROOT / "tests/sites/constructs"


def constructs(folder: Path) -> Path:
    """The site of every construct as a book."""
    shutil.copytree(CONSTRUCTS, folder, dirs_exist_ok=True)
    where = ["-d", str(folder / "trees"), str(folder / "docs"), str(folder / "book")]
    assert (
        run_sphinx(
            ["-q", "-b", "epub", "-D", "extensions=printproof.ext,printproof_site.books.ext", *where],
            folder,
            folder / "log",
            DATED,
        )
        == 0
    )
    (found,) = (folder / "book").glob("*.epub")
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """The site, which tests only read."""
    return small_book(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="module")
def book(small: Small) -> bytes:
    """The site as a Korean book."""
    return bound(small)


@pytest.fixture(scope="module")
def package(book: bytes) -> ET.Element:
    """What the book says of itself."""
    return ET.fromstring(unpacked(book)["book.opf"])


@checked_only
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_book_is_valid(small: Small, tmp_path: Path, language: str) -> None:
    """The checker of the format finds no error, and nothing to warn of."""
    (tmp_path / "book.epub").write_bytes(bound(small, language))

    command = ["java", "-jar", str(JAR), "--failonwarnings", str(tmp_path / "book.epub")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


@checked_only
def test_a_book_of_every_construct_is_valid(tmp_path: Path) -> None:
    """Pictures, notes, tables, formulas, definitions and what else a page may have."""
    book = constructs(tmp_path)

    done = subprocess.run(["java", "-jar", str(JAR), "--failonwarnings", str(book)], capture_output=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_picture_lies_in_the_book(tmp_path: Path) -> None:
    """It is listed there, as every file is."""
    files = unpacked(constructs(tmp_path).read_bytes())

    assert 'href="_images/dot.png" media-type="image/png"' in files["book.opf"].decode()
    assert files["_images/dot.png"] == (CONSTRUCTS / "docs/dot.png").read_bytes()


def test_a_book_says_its_language_title_and_author(package: ET.Element) -> None:
    """As libraries sort it."""
    said = [package.findtext(f".//{DC}{name}") for name in ("language", "title", "creator")]

    assert (said, package.get("{http://www.w3.org/XML/1998/namespace}lang")) == (["ko", "Small steps", "A & B"], "ko")


def test_a_book_has_an_identity_of_its_own(small: Small, package: ET.Element) -> None:
    """It is the same in each edition, and another one in each language."""
    english = ET.fromstring(unpacked(bound(small, "en"))["book.opf"])

    found = [one.findtext(f".//{DC}identifier") or "" for one in (package, english)]
    assert found[0].startswith("urn:uuid:")
    assert found[0] != found[1]


def test_the_same_site_gives_the_same_bytes(small: Small, book: bytes) -> None:
    """Whenever it is made."""
    assert bound(small) == book


def test_the_first_file_says_what_the_book_is(book: bytes) -> None:
    """At the place where readers look for it, as it is."""
    assert book[30:58] == b"mimetypeapplication/epub+zip"


def test_the_contents_list_parts_chapters_and_sections(book: bytes) -> None:
    """In the language of the book, under a heading in it."""
    contents = pages_of(book)["book/contents.xhtml"]

    assert (next(texts(contents, "h1")), list(texts(contents, "a")), list(texts(contents, "span"))) == (
        "목차",
        ["세기", "Try it", "규칙"],
        ["여러 규칙"],
    )


def test_pages_are_read_in_their_order(package: ET.Element) -> None:
    """Title and contents, then what the tables of contents list."""
    names = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}

    spine = [names[item.get("idref")] for item in package.iter(f"{OPF}itemref")]
    assert spine == ["book/title.xhtml", "book/contents.xhtml", "index.xhtml", "more/rules.xhtml"]


def test_a_page_shows_code_and_outputs(book: bytes) -> None:
    """Comments are translated, what was printed is as it was printed."""
    page = pages_of(book)["index.xhtml"]
    found = ["".join(pre.itertext()) for pre in page.iter(f"{XHTML}pre")]

    assert found[:2] == ["for _ in range(3):\n    print(1)  # 거듭해서\n", "1\n1\n1\n"]
    assert found[-1] == "solved\n"


def test_a_figure_is_drawn_in_the_book(book: bytes, package: ET.Element) -> None:
    """With its labels in the language, in colours that it brings along, and the package says so."""
    page = unpacked(book)["index.xhtml"].decode()
    (drawing,) = ET.fromstring(page).iter("{http://www.w3.org/2000/svg}svg")

    assert (drawing.get("aria-label"), "".join(drawing.itertext())) == ("손실이 줄어든다.", "손실")
    assert "var(" not in page
    (item,) = (item for item in package.iter(f"{OPF}item") if item.get("href") == "index.xhtml")
    assert item.get("properties") == "svg"


def test_a_question_shows_its_answers_and_below_the_output_its_replies(book: bytes) -> None:
    """Nothing is folded away, and nobody reads the reply before the output."""
    text = " ".join("".join(pages_of(book)["index.xhtml"].itertext()).split())

    order = ["What do three calls print?", "1 2 3", "1 1 1", "1 1 1 It forgets.", "compiled with a 1."]
    assert [part for part in order if part not in text] == []
    assert sorted(order, key=text.index) == order


def test_hint_and_solution_stand_open(book: bytes) -> None:
    """Each below its name, hint first."""
    said = list(texts(pages_of(book)["index.xhtml"], "p"))

    assert said.index("힌트") < said.index("Add one.") < said.index("풀이 예시")


def test_nothing_in_a_book_can_be_pressed_or_loaded(book: bytes) -> None:
    """No script, no form, no fold, nothing from elsewhere."""
    pages = pages_of(book)
    found = {element.tag.removeprefix(XHTML) for page in pages.values() for element in page.iter()}
    loaded = [one.get(name) for page in pages.values() for one in page.iter() for name in ("src", "srcset", "data")]

    assert found & {"script", "input", "button", "details", "summary", "fieldset", "form", "iframe"} == set()
    assert [address for address in loaded if address] == []
    assert b"url(" not in unpacked(book)["book/book.css"]


def test_ids_are_unique_and_links_lead_to_them(book: bytes) -> None:
    """Within a page, between pages, and out to the web."""
    pages = pages_of(book)
    ids = {name: [e.get("id") for e in page.iter() if e.get("id")] for name, page in pages.items()}
    links = [a.get("href") for name in ("index.xhtml", "more/rules.xhtml") for a in pages[name].iter(f"{XHTML}a")]

    assert all(len(found) == len(set(found)) for found in ids.values())
    assert {"more/rules.xhtml#the-rule", "https://example.org/", "../index.xhtml"} <= set(links)
    assert "the-rule" in ids["more/rules.xhtml"]


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    """At its page, as on the site."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RAW)

    built = small.build(builder="epub", environ=DATED)

    assert [line for line in built.wrong if "index.xhtml has no such place" in line or "no such place" in line]


RAW = '# The rule\n\n(the-rule)=\n## Rule\n\n```{raw} html\n<p><a href="../index.xhtml#gone">there</a></p>\n```\n'


def test_what_only_a_site_has_is_no_link_in_a_book(tmp_path: Path) -> None:
    """Its other languages, such as these, are words; with a public address they lead there."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RAW.replace("index.xhtml#gone", "../ko/index.html"))

    plain = unpacked(bound(small))["more/rules.xhtml"].decode()
    public = small.build("-D", "html_baseurl=https://x.test", language="ko", builder="epub", environ=DATED)

    assert "<p><span>there</span></p>" in plain
    assert 'href="https://x.test/ko/index.html">there' in (public.folder / "more/rules.xhtml").read_text("utf-8")


def test_a_picture_that_no_reader_of_books_must_show_is_named(tmp_path: Path) -> None:
    """What the format knows is listed as that; for anything else its author hears which forms there are."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RULES + "\n![A dot](dot.webp) and ![a spot](spot.bmp)\n")
    small.write("docs/more/dot.webp", "RIFF")
    small.write("docs/more/spot.bmp", "BM")

    built = small.build(builder="epub", environ=DATED)

    assert 'href="_images/dot.webp" media-type="image/webp"' in (built.folder / "book.opf").read_text("utf-8")
    assert [line.partition(";")[0] for line in built.wrong if "dot.webp" in line or "spot.bmp" in line] == [
        "WARNING: _images/spot.bmp: readers of books show no image of this kind"
    ]


def test_a_name_with_a_blank_is_an_address_in_the_package(tmp_path: Path) -> None:
    """Quoted as on the page, so that a reader of books finds the picture and the chapter."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RULES + "\n```{image} my\\ dot.webp\n```\n\n```{toctree}\nlast words\n```\n")
    small.write("docs/more/my dot.webp", "RIFF")
    small.write("docs/more/last words.md", "# Last words\n")

    files = unpacked(bound(small))

    assert {"_images/my dot.webp", "more/last words.xhtml"} <= set(files)
    package = ET.fromstring(files["book.opf"])
    assert {"_images/my%20dot.webp", "more/last%20words.xhtml"} <= {i.get("href") for i in package.iter(f"{OPF}item")}
    assert 'href="../more/last%20words.xhtml"' in files["book/contents.xhtml"].decode()


def test_a_promise_that_the_run_contradicts_ends_the_build(tmp_path: Path) -> None:
    """A book is as strict as a site."""
    small = small_book(tmp_path)
    small.record("index", {"count": "1\n1\n2\n", "solved": "solved\n"}, {"plot": (SVG,)})

    assert small.build(builder="epub", environ=DATED).status != 0


def test_colours_are_none_that_black_or_white_swallows(book: bytes) -> None:
    """No background is set, and text has the colour of the reader but for comments and signs."""
    style = unpacked(book)["book/book.css"].decode()

    assert [line for line in style.splitlines() if "background:" in line and "none" not in line] == []
