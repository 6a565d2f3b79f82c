"""A site is a book: valid, in its language, with all that its pages show, and nothing to press."""

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from printproof_site.books.paper import unpacked
from support.books import DATED, EPUBCHECK, RULES, START, SVG, XHTML, bound, checked_only, pages_of, small_book, texts
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
    return ET.fromstring(unpacked(book)["content.opf"])


def in_order(package: ET.Element) -> list[str | None]:
    """The pages of a book as they are read."""
    names = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}
    return [names[item.get("idref")] for item in package.iter(f"{OPF}itemref")]


@checked_only
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_book_is_valid(small: Small, tmp_path: Path, language: str) -> None:
    """The checker of the format finds no error, and nothing to warn of."""
    (tmp_path / "book.epub").write_bytes(bound(small, language))

    command = [*EPUBCHECK, str(tmp_path / "book.epub")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


@checked_only
def test_a_book_of_every_construct_is_valid(tmp_path: Path) -> None:
    """Pictures, notes, tables, formulas, definitions and what else a page may have."""
    book = constructs(tmp_path)

    done = subprocess.run([*EPUBCHECK, str(book)], capture_output=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_picture_lies_in_the_book(tmp_path: Path) -> None:
    """It is listed there, as every file is."""
    files = unpacked(constructs(tmp_path).read_bytes())

    assert 'href="_images/dot.png" media-type="image/png"' in files["content.opf"].decode()
    assert files["_images/dot.png"] == (CONSTRUCTS / "docs/dot.png").read_bytes()


def test_a_book_says_its_language_title_and_author(package: ET.Element) -> None:
    """As libraries sort it."""
    said = [package.findtext(f".//{DC}{name}") for name in ("language", "title", "creator")]

    assert (said, package.get("{http://www.w3.org/XML/1998/namespace}lang")) == (["ko", "Small steps", "A & B"], "ko")


def test_a_book_has_an_identity_of_its_own(small: Small, package: ET.Element) -> None:
    """It is the same in each edition, and another one in each language."""
    english = ET.fromstring(unpacked(bound(small, "en"))["content.opf"])

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
    (contents,) = pages_of(book)["nav.xhtml"].iter(f"{XHTML}nav")

    assert (next(texts(contents, "h1")), list(texts(contents, "a")), list(texts(contents, "span"))) == (
        "목차",
        ["세기", "Try it", "규칙"],
        ["여러 규칙"],
    )


def test_pages_are_read_in_their_order(package: ET.Element) -> None:
    """Title and contents, then what the tables of contents list."""
    assert in_order(package) == ["nav.xhtml", "index.xhtml", "more/rules.xhtml"]


def test_what_no_table_of_contents_lists_is_read_last(tmp_path: Path) -> None:
    """And what two of them list is read once; its heading has the marks that it has on its page."""
    small = small_book(tmp_path)
    small.write("docs/more/alone.md", "# Alone with `--jit`\n")
    small.write("docs/more/rules.md", RULES + "\n```{toctree}\n/more/below\n```\n")
    small.write("docs/more/below.md", "# Below\n")
    small.write("docs/index.md", START + "\n```{toctree}\nmore/below\n```\n")

    built = small.build("-D", "root_doc=index", builder="epub", environ=DATED)

    files = {name: (built.folder / name).read_text(encoding="utf-8") for name in ("content.opf", "nav.xhtml")}
    read = in_order(ET.fromstring(files["content.opf"]))
    assert read[1:] == ["index.xhtml", "more/rules.xhtml", "more/below.xhtml", "more/alone.xhtml"]
    assert list(texts(ET.fromstring(files["nav.xhtml"]), "a"))[-1] == "Alone with --jit"


def test_older_readers_of_books_know_it_by_the_same_name(book: bytes, package: ET.Element) -> None:
    """Their list of contents says of which book it is."""
    named = next(ET.fromstring(unpacked(book)["toc.ncx"]).iter("{http://www.daisy.org/z3986/2005/ncx/}meta"))

    assert named.get("content") == package.findtext(f".//{DC}identifier")


def test_what_lies_beside_a_book_is_not_in_it(tmp_path: Path) -> None:
    """Trees of pages, files of extensions, a page of yesterday: nobody is warned of them, and nobody reads them."""
    small = small_book(tmp_path)
    places = ["-q", "-W", "-b", "epub", "-D", "root_doc=index", str(small.root / "docs"), str(tmp_path / "book")]
    for name in ("old.xhtml", "old.pdf", "_static/old.css"):
        small.write(f"book/{name}", "old")

    status = run_sphinx(places, tmp_path, tmp_path / "log", DATED)

    (path,) = (tmp_path / "book").glob("*.epub")
    own = {"mimetype", "META-INF/container.xml", "content.opf", "toc.ncx", "nav.xhtml", "book.css"}
    assert (status, set(unpacked(path.read_bytes())) - own) == (0, {"index.xhtml", "more/rules.xhtml"})


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
    assert b"url(" not in unpacked(book)["book.css"]


def test_ids_are_unique_and_links_lead_to_them(book: bytes) -> None:
    """Within a page, between pages, and out to the web."""
    pages = pages_of(book)
    ids = {name: [e.get("id") for e in page.iter() if e.get("id")] for name, page in pages.items()}
    links = [a.get("href") for name in ("index.xhtml", "more/rules.xhtml") for a in pages[name].iter(f"{XHTML}a")]

    assert all(len(found) == len(set(found)) for found in ids.values())
    assert {"more/rules.xhtml#the-rule", "https://example.org/", "../index.xhtml"} <= set(links)
    assert "the-rule" in ids["more/rules.xhtml"]


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
    """What the format knows is listed as that; of anything else its author hears that it is left out."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RULES + "\n![A dot](dot.webp) and ![a spot](spot.bmp)\n")
    small.write("docs/more/dot.webp", "RIFF")
    small.write("docs/more/spot.bmp", "BM")

    built = small.build(builder="epub", environ=DATED)

    assert 'href="_images/dot.webp" media-type="image/webp"' in (built.folder / "content.opf").read_text("utf-8")
    assert [line for line in built.wrong if "dot.webp" in line or "spot.bmp" in line] == [
        "WARNING: unknown mimetype for _images/spot.bmp, ignoring [epub.unknown_project_files]"
    ]


def test_a_name_with_a_blank_is_an_address_in_the_package(tmp_path: Path) -> None:
    """Quoted as on the page, so that a reader of books finds the picture and the chapter."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RULES + "\n```{image} my\\ dot.webp\n```\n\n```{toctree}\nlast words\n```\n")
    small.write("docs/more/my dot.webp", "RIFF")
    small.write("docs/more/last words.md", "# Last words\n")

    files = unpacked(bound(small))

    assert {"_images/my dot.webp", "more/last words.xhtml"} <= set(files)
    package = ET.fromstring(files["content.opf"])
    assert {"_images/my%20dot.webp", "more/last%20words.xhtml"} <= {i.get("href") for i in package.iter(f"{OPF}item")}
    assert "more/last%20words.xhtml" in files["nav.xhtml"].decode()


def test_a_promise_that_the_run_contradicts_ends_the_build(tmp_path: Path) -> None:
    """A book is as strict as a site."""
    small = small_book(tmp_path)
    small.record("index", {"count": "1\n1\n2\n", "solved": "solved\n"}, {"plot": (SVG,)})

    assert small.build(builder="epub", environ=DATED).status != 0


def test_colours_are_none_that_black_or_white_swallows(book: bytes) -> None:
    """No background is set, and text has the colour of the reader but for comments and signs."""
    style = unpacked(book)["book.css"].decode()

    assert [line for line in style.splitlines() if "background:" in line and "none" not in line] == []
