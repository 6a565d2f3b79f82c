"""The pictures of the README, from the built site: two pages in three languages, wide and narrow, light and dark.

``make pictures`` runs it, after ``make site``; it needs Chromium.
"""

import argparse
import os
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageColor
from playwright.sync_api import Browser, sync_playwright

from support.built import ROOT, chromium, serve

PAGES = {"start": "index.html", "guide": "guide/stateful.html#watch-a-counter-forget"}
LANGUAGES = {"en": "en", "ko": "ko", "zh-cn": "zh-CN"}
WIDE, NARROW = (1280, 860), (390, 844)
WIDTH, GAP, AROUND = 1560, 24, "#8a929a"
GROUNDS = {"#fcfcfa": ("#1f2328", "#59616b", "#0b5fae", "#1a6b3c", "#9a4a00"),
           "#14171a": ("#e4e7ea", "#9aa4ae", "#7cb7f0", "#74c790", "#f0a35e")}  # fmt: skip
STEPS = 6  # from a ground to a colour of the theme


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
    colours = [ImageColor.getrgb(name) for name in (AROUND, "#dfe3e6", "#f3f4f1", "#2c3237", "#1b1f23")]
    for ground, names in GROUNDS.items():
        start = ImageColor.getrgb(ground)
        for end in map(ImageColor.getrgb, names):
            colours += [tuple((a * (STEPS - n) + b * n) // STEPS for a, b in zip(start, end, strict=True))
                        for n in range(STEPS + 1)]  # fmt: skip
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
