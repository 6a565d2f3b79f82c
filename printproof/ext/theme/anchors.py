"""A section that was given an address has no second one, which would change when its heading is reworded."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE, PostTransform


class KeepGivenIds(SphinxPostTransform):
    """Takes from each section with a label the id that was made from its heading."""

    default_priority = PostTransform.KEEP_GIVEN_IDS

    def run(self, **kwargs: Any) -> None:
        """Keep the first id, which the table of contents uses, and each that a label leads to."""
        known = self.env.domains.standard_domain.anonlabels.values()
        given = {target for docname, target in known if docname == self.env.docname}
        for section in self.document.findall(nodes.section):
            if given.intersection(section["ids"]):
                first, *others = section["ids"]
                section["ids"] = [first, *(other for other in others if other in given)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Drop the made ids when all links have found their targets."""
    app.add_post_transform(KeepGivenIds)
    return SIDE_BY_SIDE
