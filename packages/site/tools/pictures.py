"""The pictures of the README, from the built site: two pages in three languages, wide and narrow, light and dark.

``make pictures`` runs it, after ``make site``; it needs Chromium.
"""

import argparse
import os
import re
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageColor
from playwright.sync_api import Browser, sync_playwright

from printproof import style
from support.built import ROOT, chromium, serve

PAGES = {"start": "index.html", "guide": "guide/stateful.html#see-what-jit-recorded"}
LANGUAGES = {"en": "en", "ko": "ko", "zh-cn": "zh-CN"}
WIDE, NARROW = (1280, 860), (390, 844)
WIDTH, GAP, AROUND = 1560, 24, "#8a929a"
STYLE = style.FOLDER / "palette.css.jinja"
TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{3,6});")
INKS = {
    "paper": ("ink", "quiet", "link", "wrong", "wanted", "python", "compiled", "state", "rule"),
    "code": ("ink", "quiet", "keyword", "name", "string", "number", "builtin", "comment"),
    "tint": ("ink", "quiet", "wrong"),
}
"""What stands on each ground of the theme."""
STEPS = 4  # from a ground to what stands on it


def shot(browser: Browser, url: str, locale: str, size: tuple[int, int], scheme: str) -> Image.Image:
    """What a reader of a language sees first."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        locale=locale,
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_timeout(300)
    data = page.screenshot()
    context.close()
    return Image.open(BytesIO(data)).convert("RGB")


def row(shots: list[Image.Image], width: int) -> Image.Image:
    """Pictures of one size side by side, as wide as asked."""
    own = (width - GAP * (len(shots) - 1)) // len(shots)
    height = own * shots[0].height // shots[0].width
    line = Image.new("RGB", (width, height), AROUND)
    for n, picture in enumerate(shots):
        line.paste(picture.resize((own, height), Image.Resampling.LANCZOS), (n * (own + GAP), 0))
    return line


def palette() -> Image.Image:
    """The colours of the theme on their grounds, which a choice by numbers would lose: they are few, and matter."""
    dark, light, *_ = STYLE.read_text(encoding="utf-8").split("{%- endmacro %}")
    colours = [ImageColor.getrgb(AROUND)]
    for tokens in (dict(TOKEN.findall(dark)), dict(TOKEN.findall(light.split("}")[0]))):
        known = {name: ImageColor.getrgb(colour) for name, colour in tokens.items()}
        colours += known.values()
        pairs = [(known[ground], known[ink]) for ground, inks in INKS.items() for ink in inks]
        mixed = [
            [(x * (STEPS - n) + y * n) // STEPS for x, y in zip(a, b, strict=True)]
            for a, b in pairs
            for n in range(1, STEPS)
        ]
        colours += [tuple(colour) for colour in mixed]
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in dict.fromkeys(colours) for value in colour])
    return image


def compose(browser: Browser, address: str, page: str) -> Image.Image:
    """Three languages wide, below them each of them narrow, in light and in dark."""
    wide, narrow = [], []
    for n, (folder, locale) in enumerate(LANGUAGES.items()):
        url = f"{address}/{folder}/{page}"
        wide.append(shot(browser, url, locale, WIDE, "dark" if n == 1 else "light"))
        narrow += [shot(browser, url, locale, NARROW, scheme) for scheme in ("light", "dark")]
    rows = [row(wide, WIDTH - 2 * GAP), row(narrow, WIDTH - 2 * GAP)]
    whole = Image.new("RGB", (WIDTH, sum(line.height for line in rows) + 3 * GAP), AROUND)
    whole.paste(rows[0], (GAP, GAP))
    whole.paste(rows[1], (GAP, rows[0].height + 2 * GAP))
    return whole.quantize(palette=palette(), dither=Image.Dither.NONE)


def main() -> int:
    """Write the pictures, and print the weight of each."""
    parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "assets", metavar="DIR", help="where they go (assets)")
    out = parser.parse_args().out
    site = ROOT / "_build" / "site"
    if not site.is_dir() or not chromium():
        print("make pictures needs the built site and chromium: make site", file=sys.stderr)
        return 1
    out.mkdir(parents=True, exist_ok=True)
    with serve(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, page in PAGES.items():
            path = out / f"{name}.png"
            compose(browser, address, page).save(path, optimize=True)
            print(f"{os.path.relpath(path)}: {path.stat().st_size:,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
