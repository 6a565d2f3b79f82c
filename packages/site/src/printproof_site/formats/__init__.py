"""Which files for machines lie beside the pages of a site? Feeds and llms.txt."""
