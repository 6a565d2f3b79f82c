"""A site that MyST-NB runs, as many are."""

project = "Somebody else"
author = copyright = "Somebody"
version = "1"
extensions = ["myst_nb", "sphinx_design"]

# Its own choices for notebooks, none of them the default.
nb_execution_mode = "cache"
nb_execution_cache_path = "cache"
nb_execution_excludepatterns = ["stored.ipynb"]
nb_merge_streams = True
nb_output_stderr = "remove"

myst_enable_extensions = ["colon_fence", "dollarmath"]
html_theme = "alabaster"
locale_dirs = ["locales"]
gettext_additional_targets = ["literal-block", "raw"]
