# What can be done here? `make` lists it. CONTRIBUTING.md says how compiled and interpreted runs are kept apart.
# Twice the cores: many tests wait for processes and clocks.
JOBS ?= $(shell expr 2 \* $$(nproc))
VENV := .venv/.installed
TREE := build/compiled
PYTEST := .venv/bin/pytest -n $(JOBS) --dist worksteal --durations 10
TOGETHER := -m "not soak and not alone"
HOT := $(shell find arena/rules arena/search arena/encoding arena/wire -name '*.py' 2>/dev/null)
SOURCES := $(shell find arena bots ladders docs/game.md docs/pictures docs/rules.md docs/tutorial.md -type f -not -name '*.pyc' -not -name '*.so')
COMPILE = $(shell command -v $(CC) >/dev/null && echo require)

# A test run starts hundreds of bots and commands; they start sooner if Python keeps its bytecode.
unexport PYTHONDONTWRITEBYTECODE

# The rules, the search and the wire are compiled; tests of them, and of what plays through them, run on both forms.
# The others run once: of what is never compiled, on the sources; of whole commands and matches, on the package that users have.
SOURCES_ONLY := architecture ladder proto rating referee sandbox store
BUILT_ONLY := bots cli dataset drawing env examples kits match review web

# Tests that compare what is generated with its source; `make golden` has them write it.
GOLDEN := tests/golden tests/rules/tree tests/wire/test_document.py tests/cli/test_page.py tests/web/test_picture.py \
	tests/encoding/test_page.py tests/architecture/test_map.py::test_the_tables_of_modules_are_what_the_modules_say

.PHONY: help match test check wheel compile docs golden proto bench vm busy soak clean

help: ## list these targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  \1\t\2/p' Makefile | expand -t 12

match: compile ## play a sandboxed match: the searching bot against the greedy one
	PYTHONPATH=$(TREE) .venv/bin/arena match "bots/mcts --move-time 0.05" bots/greedy --games 20 --time 10+0.1

test: compile .venv/.tests ## run the tests on the sources, interpreted, and on the package as built, compiled
	JOBS=$(JOBS) scripts/tests $(TOGETHER) $(BUILT_ONLY:%=--ignore tests/%)
	JOBS=0 scripts/tests -m alone tests/referee tests/sandbox
	JOBS=$(JOBS) ARENA_TESTS=build scripts/tests $(TOGETHER) $(SOURCES_ONLY:%=--ignore tests/%)

check: $(VENV) ## everything a change must pass: format, lint, types, layers, generated files, tests
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	$(PYTEST) tests/proto $(GOLDEN)
	@$(MAKE) --no-print-directory test

wheel: docs ## build the optimised wheel and the source distribution in dist/: with link-time optimisation and a profile of games
	rm -rf dist build/wheel
	.venv/bin/python -m build --sdist --no-isolation --outdir dist
	ARENA_COMPILE=require ARENA_OPTIMISE=1 .venv/bin/python -m build --wheel --no-isolation --outdir build/wheel
	PATH=$(CURDIR)/.venv/bin:$$PATH .venv/bin/auditwheel repair --wheel-dir dist build/wheel/*.whl

compile: $(TREE)/.copied ## build the package, compiled, in build/compiled

docs: $(VENV) ## build the documentation site in arena/site, strictly: a broken link fails
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --quiet

golden: $(VENV) ## rewrite the golden games, the example of the protocol, docs/cli.md and docs/MAP.md; read the diff as the effect of your change
	ARENA_GOLDEN=rewrite $(PYTEST) $(GOLDEN)

proto: $(VENV) ## generate the code of arena/proto/arena.proto, Python's and that of the kits in Go and Rust; tests compare them
	.venv/bin/python -m grpc_tools.protoc -I. --python_out=. --pyi_out=. --grpc_python_out=. arena/proto/arena.proto
	scripts/kit-proto

bench: compile .venv/.bench ## measure the engine and the search, compiled and interpreted, the environments, the referee beside a bare gRPC echo, bots in six languages, the engine service, the line protocol, and how a ladder grows
	.venv/bin/python benchmarks/engine.py
	.venv/bin/python benchmarks/search.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/env.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/match.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/languages.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/engine_service.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/lines.py
	.venv/bin/python benchmarks/growth.py

vm: compile ## run the sandbox, attack and clock tests in an emulated machine with systemd, as root and as an ordinary user (PARTS="root/doctor ...", TESTS="p11 or p12")
	scripts/vm/image
	.venv/bin/python scripts/vm/run.py $(PARTS) $(if $(TESTS),-k "$(TESTS)")

busy: compile ## play games beside busy programs and a disk writer, and try what bots do to look starved
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/busy_host.py
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/starved.py

soak: GAMES ?= 2000
soak: compile ## play 2,000 games with random faults (GAMES=...) and see that nothing is left behind
	PYTHONPATH=$(TREE) .venv/bin/python benchmarks/soak.py --games $(GAMES)
	$(PYTEST) -m soak tests/rating tests/ladder tests/fuzz
	ARENA_TESTS=build $(PYTEST) -m soak tests/cli tests/bots tests/kits tests/review tests/web
	@$(MAKE) --no-print-directory vm

clean: ## remove whatever was built; .venv stays
	rm -rf build dist arena/site alhambra_arena.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find arena tests \( -name '*.so' -o -name '__pycache__' \) -prune -exec rm -rf {} +

$(VENV): pyproject.toml setup.py scripts/debian-packages
	scripts/debian-packages
	python3 -m venv .venv
	.venv/bin/pip uninstall -qq --yes arena # the name of before, which is another project's
	ARENA_COMPILE=0 .venv/bin/pip install --quiet --editable '.[dev]'
	touch $@

# Builds a bot of every kit, so that no test fetches or compiles libraries; the tests say which cannot be built here.
.venv/.tests: $(VENV) scripts/debian-packages
	scripts/debian-packages tests
	-for bot in bots/greedy-*; do .venv/bin/arena bot build $$bot --allow-network; done
	touch $@

.venv/.bench: $(VENV)
	ARENA_COMPILE=0 .venv/bin/pip install --quiet --editable '.[bench]'
	touch $@

$(TREE)/.compiled: $(VENV) $(HOT)
	rm -rf $(TREE)
	ARENA_COMPILE=$(COMPILE) .venv/bin/python setup.py --quiet build --build-lib $(TREE)
	touch $@

$(TREE)/.copied: $(TREE)/.compiled $(SOURCES)
	ARENA_COMPILE=0 .venv/bin/python setup.py --quiet build_py --build-lib $(TREE)
	touch $@
