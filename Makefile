# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# The front door. CMake does the work; this file knows which of it to ask for.
.DEFAULT_GOAL := help
.NOTPARALLEL:

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SETUP := sh scripts/setup.sh
WAYMARK := build/release/bin/waymark

.PHONY: help
help: ## Show this text
	@echo "usage: make <target>"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: demo
demo: ## See what waymark does, on one screen; pictures in out/demo
	@$(SETUP) demo
	@sh scripts/build.sh release $(JOBS)
	@echo && $(WAYMARK) demo --out out/demo

.PHONY: test
test: ## Build and run the quick tests, plain and sanitized
	@$(SETUP) test
	@sh scripts/build.sh dev $(JOBS)
	@ctest --preset dev -j $(JOBS)
	@sh scripts/build.sh asan $(JOBS)
	@ctest --preset asan -j $(JOBS)
	@if $(SETUP) web; then $(MAKE) --no-print-directory test-web; \
		else echo "test: no browser, no test of the site"; fi

.PHONY: test-data
test-data: ## Run the long suites on the benchmark data in $WAYMARK_DATA (or ../shared)
	@$(SETUP) test
	@sh scripts/build.sh dev $(JOBS)
	@ctest --preset data -j $(JOBS)

.PHONY: amalgamation test-bindings bench-bindings
amalgamation: ## Write the library as two files into build/amalgamation (ALGORITHMS="astar;jps")
	@sh scripts/amalgamate.sh build/amalgamation "$(ALGORITHMS)"
	@wc -c build/amalgamation/waymark.h build/amalgamation/waymark.c
test-bindings: ## Test the bindings that can be installed; says what it skipped and why
	@$(SETUP) bindings
	@sh scripts/test_bindings.sh
bench-bindings: test-bindings ## Compare Python and npm with other libraries
	@cd build/bindings/python && PYTHONPATH=. /usr/bin/python3 bench.py
	@cd build/bindings/npm && npm ci --silent && node bench.mjs

.PHONY: test-foreign
test-foreign: ## Run conformance, golden and database tests for the other architecture, under qemu
	@$(SETUP) foreign
	@sh scripts/build.sh foreign $(JOBS)
	@ctest --preset foreign -j $(JOBS)

.PHONY: asan ubsan tsan hostile shared
asan: ## Run the tests under address and undefined behaviour sanitizers
ubsan: ## Run the tests under all of clang's checks for undefined behaviour
tsan: ## Run the tests under the thread sanitizer
hostile: ## Run the tests with tiny capacities and poisoned memory
shared: ## Run the tests with a shared library
asan ubsan tsan hostile shared:
	@$(SETUP) test
	@$(if $(filter ubsan tsan,$@),$(SETUP) lint)
	@sh scripts/build.sh $@ $(JOBS)
	@ctest --preset $@ -j $(JOBS)

.PHONY: test-cluster
test-cluster: ## Test the recipes of docs/cluster.md with MPI, Slurm and GNU parallel
	@$(SETUP) cluster
	@sh scripts/build.sh dev $(JOBS)
	@ctest --test-dir build/dev -R '^cli_cluster$$' --output-on-failure

.PHONY: web web-serve test-web web-pictures web-results
web: ## Build the site (playground, docs, benchmarks) into build/site
	@$(SETUP) web
	@sh scripts/build_web.sh $(JOBS)
web-serve: web ## Build the site and serve it on 127.0.0.1
	@cd web && npm run --silent serve
test-web: web ## Build the site and test it in a browser
	@cd web && npm run --silent test
SUITES ?= quick
PROBLEMS ?= 10
web-results: ## Measure SUITES ('quick dao10'), PROBLEMS on each map, for the explorer; they go to web/results
	@$(SETUP) bench
	@$(SETUP) web
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p web/results
	@for suite in $(SUITES); do \
		$(WAYMARK) bench $$suite --problems $(PROBLEMS) --db build/web-$$suite.db --restart && \
		$(WAYMARK) bench export --db build/web-$$suite.db --json build/web-$$suite.json && \
		node web/scripts/pack_results.mjs build/web-$$suite.json web/results/$$suite.json || exit 1; \
	done
web-pictures: web ## Take the pictures of the site that the README shows
	@cd web && SITE_PICTURES=../docs/pictures npm run --silent test pictures

SECONDS ?= 60
.PHONY: fuzz
fuzz: ## Let libFuzzer try every target for SECONDS each (TARGETS='map mesh'); prints a table
	@$(SETUP) lint
	@sh scripts/fuzz.sh $(SECONDS) $(JOBS) $(TARGETS)

MINUTES ?= 10
.PHONY: soak
soak: ## Keep a world under load for MINUTES, compare with a twin and the oracle; prints a table
	@$(SETUP) test
	@sh scripts/build.sh dev $(JOBS)
	@build/dev/tests/soak $(MINUTES)

.PHONY: matrix
matrix: ## Compare results over compilers, stores, workers and machines (qemu, node)
	@$(SETUP) matrix
	@sh scripts/matrix.sh $(JOBS)

.PHONY: valgrind
valgrind: ## Run tests under valgrind's memcheck
	@$(SETUP) bench
	@$(SETUP) test
	@sh scripts/build.sh dev $(JOBS)
	@sh scripts/valgrind.sh $(TESTS)

.PHONY: coverage
coverage: ## Show which lines and branches of src the tests reach; the page goes to out/coverage
	@$(SETUP) coverage
	@sh scripts/coverage.sh $(JOBS)

.PHONY: sbom reproducible
sbom: ## Write a bill of materials to out/waymark.spdx
	@mkdir -p out
	@sh scripts/sbom.sh >out/waymark.spdx && echo out/waymark.spdx
reproducible: ## Build twice in two places and compare the bytes
	@$(SETUP) build
	@sh scripts/reproducible.sh $(JOBS)

.PHONY: mutants
mutants: ## Check that the tests catch the faults of tests/mutants, one at a time (WORD=part of a name)
	@$(SETUP) test
	@sh scripts/mutants.sh $(JOBS) $(WORD)

RESULTS := out/bench.db
# Rows of a suite, then its page from the rows; an interrupted run goes on. OPTIONS go to the run:
# make bench-sga OPTIONS='--problems 5'.
STUDIES := dao10 discrete hierarchical subgoal realtime incremental sga worlds gat gppc scaling

.PHONY: bench $(addprefix bench-,$(STUDIES))
bench: ## Measure the quick suite; the page goes to out/bench
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p out/bench
	@$(WAYMARK) bench quick --db $(RESULTS) $(OPTIONS)
	@$(WAYMARK) report --suite quick --db $(RESULTS) --html out/bench/quick.html \
		--markdown out/bench/quick.md --pictures out/bench

$(addprefix bench-,$(STUDIES)): bench-%:
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p out/bench docs/bench/pictures
	@$(WAYMARK) bench $* --db $(RESULTS) $(OPTIONS)
	@$(WAYMARK) report --suite $* --db $(RESULTS) --html out/bench/$*.html \
		--markdown docs/bench/$*.md --pictures docs/bench/pictures
# The names for the help:
bench-dao10: ## Ten Dragon Age maps; writes docs/bench/dao10.md
bench-discrete: ## Discrete searches; writes docs/bench/discrete.md
bench-hierarchical: ## Hierarchical searches; writes docs/bench/hierarchical.md
bench-subgoal: ## Subgoal databases; writes docs/bench/subgoal.md
bench-realtime: ## Real-time searches on game maps; writes docs/bench/realtime.md
bench-incremental: ## Incremental searches; writes docs/bench/incremental.md
bench-sga: ## SGA* against A*; writes docs/bench/sga.md
bench-worlds: ## The platform game (4 GB of memory); writes docs/bench/worlds.md
bench-gat: ## Goal achievement times, the same on every machine; writes docs/bench/gat.md
bench-gppc: ## The competition's maps; writes docs/bench/gppc.md
bench-scaling: ## Larger maps, more agents; writes docs/bench/scaling.md

# What no suite can measure: programs of their own, whose rows go into the same file.
PROGRAMS := beacon ground kernels living mesh world
.PHONY: $(addprefix bench-,$(PROGRAMS))
$(addprefix bench-,$(PROGRAMS)): bench-%:
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p out/bench docs/bench/pictures
	@sh scripts/study.sh $(WAYMARK) $* $(RESULTS) $(OPTIONS)
	@$(WAYMARK) report --suite $* --db $(RESULTS) --html out/bench/$*.html \
		--markdown docs/bench/$*.md --pictures docs/bench/pictures
bench-beacon: ## Beacon: paths, first moves, edits, tables; writes docs/bench/beacon.md
bench-ground: ## What a game found wrong with the ground, and what it costs; writes docs/bench/ground.md
bench-kernels: ## What an expansion costs and what jumps save; writes docs/bench/kernels.md
bench-living: ## Databases on maps that never rest; writes docs/bench/living.md
bench-mesh: ## Navigation meshes, A* with prepared estimates; writes docs/bench/mesh.md
bench-world: ## A world of units and whole problems; writes docs/bench/world.md

REPRODUCTION := out/reproduction.db
PROCESSES := 1
.PHONY: reproduction
reproduction: ## Run every suite by a plan of 40 minutes on two cores (PROCESSES=2); writes docs/reproduction.md, docs/bench
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/reproduce.sh $(WAYMARK) $(REPRODUCTION) $(PROCESSES) $(OPTIONS)

.PHONY: docs pictures
docs: ## Update the parts of pages that are made from the code
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_docs.sh $(WAYMARK)
pictures: ## Draw the pictures of the documentation again
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_pictures.sh $(WAYMARK)

.PHONY: lint
lint: ## Build with clang as well; check format, floors, sizes; clang-tidy, cppcheck, shellcheck
	@$(SETUP) lint
	@sh scripts/build.sh dev $(JOBS)
	@sh scripts/build.sh clang $(JOBS)
	@sh scripts/lint.sh build/dev $(JOBS)

.PHONY: format format-check
format: ## Format all C sources
	@$(SETUP) lint
	@sh scripts/sources.sh | xargs clang-format -i
format-check: ## Fail if a C source is not formatted
	@$(SETUP) lint
	@sh scripts/sources.sh | xargs clang-format --dry-run -Werror

.PHONY: dist deb test-deb
dist: ## Pack the sources of the last commit, reproducibly, into build/packages
	@sh scripts/make_packages.sh dist
deb: ## Make Debian packages of the last commit in build/packages, checked by lintian
	@$(SETUP) deb
	@sh scripts/make_packages.sh deb
test-deb: deb ## Install those packages into a Debian of their own and test them by autopkgtest
	@sh scripts/make_packages.sh test

.PHONY: install
install: ## Build and install under PREFIX (/usr/local)
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf build out
