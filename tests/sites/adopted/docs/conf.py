"""Documentation of a small library, as it was before anybody checked its outputs."""

project = "Averages"
extensions = ["myst_nb", "sphinx_design"]

html_theme = "furo"
myst_enable_extensions = ["colon_fence", "dollarmath"]
nb_execution_mode = "cache"
nb_execution_timeout = 60
nb_render_markdown_format = "myst"
