"""Pages for builders other than HTML, as nodes of docutils: nothing folds, has a colour or can be pressed.

LaTeX, text, man and info pages, XML, and builders of other projects: none of them meets a node of ours. A drawing is a
picture in a file, which Sphinx converts for those that take no SVG.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util import logging
from sphinxcontrib.serializinghtml import JSONHTMLBuilder

from printproof.ext.nodes import DRAWING, PLAIN, ToPlain
from printproof.ext.priorities import PageContext, PostTransform
from printproof.ext.settings import Context, Doctree
from printproof.formats.drawing import painted
from printproof.formats.xhtml import outer
from printproof.html.page import parse
from printproof.pages.page_view import FACTS
from printproof_base.files import write_whole

SVG = "image/svg+xml"

logger = logging.getLogger(__name__)


class WritePlain(SphinxPostTransform):
    """Puts what parts of ours say in plain words in their place, and their drawings into files."""

    default_priority = PostTransform.WRITE_PLAIN

    def is_supported(self) -> bool:
        """Whether pages are written, and not as HTML; a builder without a format looks for messages or links."""
        return self.app.builder.format not in {"", "html"}

    def run(self, **kwargs: Any) -> None:
        """Begin with what holds the others, as it may leave some of them out."""
        known: dict[str, tuple[ToPlain, Any]] = self.app.registry.translation_handlers.get(PLAIN, {})  # type: ignore[assignment]
        for node in list(self.document.findall(nodes.Element)):
            if type(node).__name__ in known:
                node.replace_self(list(known[type(node).__name__][0](self.env, node)) or nodes.comment())
        for image in [one for one in self.document.findall(nodes.image) if DRAWING in one]:
            image.replace_self(self._drawn(image))

    def _drawn(self, image: nodes.image) -> nodes.Element:
        """A drawing in a file; where a writer has no use for one, the words that stand for it."""
        if not self._shows_drawings():
            return nodes.paragraph("", image["alt"], translatable=False)
        text = "".join(outer(painted(svg)) for svg in parse(image[DRAWING]).find("svg"))
        path = Path(self.env.doctreedir, "pictures", f"figure-{sha256(text.encode()).hexdigest()[:12]}.svg")
        write_whole(path, text)
        self.env.images.add_file(self.env.current_document.docname, str(path))
        return nodes.image(uri=str(path), candidates={SVG: str(path)}, alt=image["alt"])

    def _shows_drawings(self) -> bool:
        """Whether the builder takes an SVG, or a converter of the project makes of one what it takes."""
        types = set(self.app.builder.supported_image_types)
        if SVG in types or not types:
            return bool(types)
        converters = [one for one in self.app.registry.get_post_transforms() if issubclass(one, ImageConverter)]
        if any(self._works(one) for one in converters if any((SVG, kind) in one.conversion_rules for kind in types)):
            return True
        fact = "%s takes no SVG, so words stand in the place of figures"
        cure = "add 'sphinxcontrib.rsvgconverter' (package sphinxcontrib-svg2pdfconverter) to extensions"
        keywords = {"type": "printproof", "subtype": "picture", "once": True}
        logger.warning(f"{fact}; {cure}", self.app.builder.name, **keywords)  # type: ignore[arg-type]
        return False

    def _works(self, converter: type[ImageConverter]) -> bool:
        """Whether the program of a converter is installed; Sphinx keeps the answer in the class, too."""
        if converter.available is None:
            converter.available = converter(self.document).is_available()
        return converter.available


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Leave out what is for templates alone, and what we know of a page, where data is all that is written of it."""
    if not isinstance(app.builder, JSONHTMLBuilder):
        return
    context["meta"] = {name: value for name, value in (context.get("meta") or {}).items() if name != FACTS}
    for name in [name for name, value in context.items() if not _is_data(app.builder, value)]:
        del context[name]


def _is_data(builder: JSONHTMLBuilder, value: object) -> bool:
    try:
        builder.implementation.dumps(value)
    except TypeError:
        return False
    return True


def setup(app: Sphinx) -> None:
    """Write plain pages."""
    app.add_post_transform(WritePlain)
    app.connect("html-page-context", on_html_page_context, priority=PageContext.KEEP_DATA)
