"""Which ratios are there? ``python -m bench NAME``: each is one function of one module."""

import sys

from bench.catalogs import run_catalog_bench
from bench.drift import run_drift
from bench.promises import run_promise_bench
from bench.serve import run_serve_bench
from bench.site import run_bench

RATIOS = {
    "site": run_bench,
    "promises": run_promise_bench,
    "catalogs": run_catalog_bench,
    "serve": run_serve_bench,
    "drift": run_drift,
}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or [""]
    if name not in RATIOS:
        sys.exit(f"no ratio {name!r}; there are: {', '.join(RATIOS)}")
    sys.exit(RATIOS[name](arguments))
