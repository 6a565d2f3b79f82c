# The commands of this repository. Variables: L a language, E a script, PORT, FROM and TO a page (TO also a place to publish to), J another version of JAX.
# `make` alone lists them.
PYTHON = python3
PY = .venv/bin/python
L =
E =
J =
FROM =
TO =
PORT = 8000
PACKAGES = base catalogs outputs diagrams site converter
# Without --no-compile pip compiles every module of every package, one after the other: half of its time.
PIP = $(PY) -m pip install -q --disable-pip-version-check --no-compile
OLD = $(PYTHON) is not Python 3.11 or newer; name one that is: make PYTHON=python3.12 $(MAKECMDGOALS)

.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

.PHONY: help  # this list
help:
	@awk -F '  # ' '/^\.PHONY/ { printf "make %-10s %s\n", substr($$1, 9), $$2 }' Makefile

.PHONY: site  # the site in all languages, checked, in _build/site; L=ko: that part, in _build/parts/ko
site: .venv/site
	@$(PY) -m printproof site build $(L)

.PHONY: publish  # bring the site to a host: a folder, git:REPOSITORY#BRANCH or rsync:HOST:PATH (TO=/srv/www/state)
publish: $(if $(TO),site)
	@$(PY) -m printproof site publish $(or $(TO),$(error name a place: make publish TO=/srv/www/state))

.PHONY: notebooks  # the notebooks of the built site alone, for a branch or a JupyterLite, in _build/notebooks
notebooks: site
	@rm -rf _build/notebooks/[a-z]* && mkdir -p _build/notebooks/binder
	@cp locks/requirements.txt locks/lite/runtime.txt _build/notebooks/binder
	@cd _build/site && find . -name '*.ipynb' | tar -cf - -T - | tar -xf - -C ../notebooks

.PHONY: epub  # a book for readers of EPUB, in _build/books, in all languages or one (L=ko)
epub: .venv/site
	@$(PY) -m printproof site epub $(L)

.PHONY: pdf  # the same on paper; needs Pango and the fonts Noto Sans CJK (L=ko)
pdf: .venv/books
	@$(PY) -m printproof site pdf $(L)

.PHONY: html  # one language with plain Sphinx; runs no script (L=ko)
html: .venv/site
	@$(PY) -m sphinx -c . -b html -D language=$(or $(L),en) docs _build/$(or $(L),en)/html

.PHONY: serve  # look at the site while you write it; runs no script (L=ko PORT=8000)
serve: .venv/site
	@$(PY) -m printproof site serve $(L) --port $(PORT)

.PHONY: test  # all promises of the project, on two cores; a browser and kernels see representative pages
test: .venv/dev
	@$(PY) -m pytest -q -n 2

.PHONY: test-all  # the same with every page in a browser and every notebook in a kernel; minutes
test-all: .venv/dev
	@$(PY) -m pytest -q -n 2 -m ""

.PHONY: audit  # axe and Lighthouse on every page, and the table of the reader's gates; minutes, needs node
audit: .venv/dev
	@PYTHONPATH=.:tests $(PY) -m packages.site.tools.audit

.PHONY: check  # what a reviewer would say: lint, types, catalogs; L=ko: its catalogs only
check: $(if $(L),.venv/site,.venv/dev)
	@$(if $(L),,$(PY) -m ruff check -q . && $(PY) -m ruff format -q --check . && $(PY) -m mypy --no-error-summary)
	@$(PY) -m printproof i18n check $(L)

.PHONY: run  # run a script to its end and show what each cell prints, errors included (E=guide/refs)
run: .venv/site
	@$(PY) -m printproof run $(E)

.PHONY: accept  # take what scripts print now as their promises (E=guide/stateful)
accept: .venv/site
	@$(PY) -m printproof accept $(or $(E),--all)

.PHONY: update  # bring the catalogs up to date with the pages
update: .venv/site
	@$(PY) -m printproof i18n update

.PHONY: move  # rename a page with its script, its catalogs and what names it (FROM=guide/a TO=guide/b)
move: $(if $(FROM),.venv/site)
	@$(PY) -m printproof i18n move $(or $(FROM),$(error name a page: make move FROM=guide/a TO=guide/b)) $(TO)

.PHONY: fix  # put right in catalogs what needs no translator (L=ko)
fix: .venv/site
	@$(PY) -m printproof i18n fix $(L)

.PHONY: todo  # what a translator has to do next (L=ko)
todo: .venv/site
	@$(PY) -m printproof i18n todo $(L)

.PHONY: status  # how far each language is (L=ko)
status: .venv/site
	@$(PY) -m printproof i18n status $(L)

.PHONY: new  # start a language (L=ja)
new: $(if $(L),.venv/site)
	@$(PY) -m printproof i18n new $(or $(L),$(error name a language: make new L=ja))

.PHONY: drawing  # the packages and their imports, as CONTRIBUTING.md shows them
drawing: .venv/site
	@$(PY) -m packages.tools.drawing

.PHONY: pictures  # the pictures of the README, from the built site
pictures: .venv/dev
	@PYTHONPATH=.:tests $(PY) -m packages.site.tools.pictures

.PHONY: matrix  # the outputs and the tests of sentences on every supported version of JAX
matrix: .venv/site
	@$(PY) -m printproof matrix --table docs/reference/versions.json
	@for python in _build/matrix/jax-*/venv/bin/python; do \
	  $$python -m pytest -q -p no:cacheprovider -c /dev/null --noconftest --rootdir . tests/claims || exit 1; done

.PHONY: bench  # ratios, side by side: languages, plain MyST-NB builds, kept parts, promises, NumPy alone, catalogs, a saved sentence
bench: .venv/dev
	@all=0; for part in site executed parts promises plain catalogs serve; do $(PY) -m packages.site.bench $$part || all=1; done; exit $$all

.PHONY: bench-large  # what a page costs in a book of a thousand, beside one of this; an hour (PAGES=1000)
bench-large: .venv/dev
	@$(PY) -m packages.site.bench large --pages $(or $(PAGES),1000)

.PHONY: linkcheck  # follow the links to other sites
linkcheck: .venv/site
	@$(PY) -m sphinx -q -c . -b linkcheck docs _build/linkcheck

.PHONY: lock  # write locks/requirements*.txt anew from locks/requirements*.in; needs uv (J=0.13.0: a lock for that JAX, too)
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock: .venv/site
	@cd locks && $(LOCK) requirements.in --output-file requirements.txt
	@cd locks && for part in dev books; do $(LOCK) requirements-$$part.in --constraints requirements.txt --output-file requirements-$$part.txt || exit 1; done
	@$(PY) -m locks.lock $(J)

.PHONY: wheels  # each package as wheel and sdist, the same bytes anywhere, in _build/wheels
wheels: .venv/site
	@$(PY) -m packages.tools.builds _build/wheels

.PHONY: clean  # remove what was built
clean:
	@rm -rf _build

# The environment: what the site needs and packages/ as they lie there, then what its tests need, or its books. All are exactly what the locks say.
.venv/site: locks/requirements.txt $(PACKAGES:%=packages/%/pyproject.toml)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(OLD)" >&2; exit 1; }
	@echo "setting up .venv from $<" && $(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r $< && $(PIP) --no-deps --no-build-isolation $(PACKAGES:%=-e packages/%) && touch $@

.venv/dev: locks/requirements-dev.txt .venv/site
	@echo "setting up .venv from $<"
	@$(PIP) --require-hashes -r $< && touch $@

.venv/books: locks/requirements-books.txt .venv/site
	@echo "setting up .venv from $<"
	@$(PIP) --require-hashes -r $< && touch $@
