"""The project checks its own promises with the plugin that it offers to others; see addopts in pyproject.toml."""

# Known to pytest under one name, also where the package is installed: its entry point has the name of the module.
pytest_plugins = ["printproof.pytest_plugin"]
