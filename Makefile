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
# PRESET: asan, ubsan, tsan, hostile, shared, valgrind (TESTS='test_golden ...'), data (the long suites on
# $WAYMARK_DATA or ../shared), foreign (the other architecture, under qemu).
ifndef PRESET
test: ## Run the quick checks and tests, plain, sanitized and of the site (PRESET=hostile: other builds)
	@$(SETUP) test
	@sh scripts/build.sh dev $(JOBS)
	@sh scripts/lint.sh quick build/dev $(JOBS)
	@ctest --preset dev -j $(JOBS)
	@sh scripts/build.sh asan $(JOBS)
	@ctest --preset asan -j $(JOBS)
	@if $(SETUP) web; then $(MAKE) --no-print-directory test-web; \
		else echo "test: no browser, no test of the site"; fi
else
test:
	@$(SETUP) test
	@$(if $(filter ubsan tsan,$(PRESET)),$(SETUP) lint)
	@$(if $(filter foreign,$(PRESET)),$(SETUP) foreign)
	@$(if $(filter valgrind,$(PRESET)),$(SETUP) bench)
	@sh scripts/build.sh $(if $(filter data valgrind,$(PRESET)),dev,$(PRESET)) $(JOBS)
	@$(if $(filter valgrind,$(PRESET)),sh scripts/valgrind.sh $(TESTS),ctest --preset $(PRESET) -j $(JOBS))
endif

.PHONY: test-bindings test-cluster
test-bindings: ## Test the bindings that can be installed; says what it skipped and why (ONLY='lua python')
	@$(SETUP) bindings
	@$(SETUP) web || echo "bindings: no tools of the site, no npm package"
	@sh scripts/test_bindings.sh $(ONLY)
test-cluster: ## Test the recipes of docs/cluster.md with MPI, Slurm and GNU parallel
	@$(SETUP) cluster
	@sh scripts/build.sh dev $(JOBS)
	@ctest --test-dir build/dev -R '^cli_cluster$$' --output-on-failure

.PHONY: web web-serve test-web
web: ## Build the site (playground, docs, benchmarks) into build/site
	@$(SETUP) web
	@sh scripts/build_web.sh $(JOBS)
web-serve: web ## Build the site and serve it on 127.0.0.1
	@cd web && npm run --silent serve
test-web: web ## Build the site and test it in a browser, and the npm package in one
	@sh scripts/build_npm.sh build/npm-web "astar jps"
	@cd web && npm run --silent test

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

.PHONY: matrix coverage reproducible mutants
matrix: ## Compare results over compilers, stores, workers and machines (qemu, node)
	@$(SETUP) matrix
	@sh scripts/matrix.sh $(JOBS)
coverage: ## Show which lines and branches the tests reach; the page goes to out/coverage
	@$(SETUP) coverage
	@sh scripts/coverage.sh $(JOBS)
reproducible: ## Build twice in two places and compare the bytes
	@$(SETUP) build
	@sh scripts/reproducible.sh $(JOBS)
mutants: ## Check that the tests catch the faults of tests/mutants (WORD=part of a name), or COUNT random ones (SEED=s FILES=src/map/,src/core/ TESTS=world)
	@$(SETUP) test
	@$(if $(COUNT),python3 scripts/mutants.py $(JOBS) $(COUNT) $(or $(SEED),1) $(or $(SECONDS),60) $(or $(FILES),src/) '$(TESTS)',sh scripts/mutants.sh $(JOBS) $(WORD))

RESULTS := out/bench.db
SUITE ?= quick
PAGES = $(if $(filter quick,$(SUITE)),out/bench,docs/bench)
PROBLEMS ?= 10

.PHONY: bench
# An interrupted run goes on. OPTIONS go to the run: make bench SUITE=sga OPTIONS='--problems 5'. `bindings`
# compares Python and npm with other libraries; `explorer` measures EXPLORER for the site's explorer.
ifeq ($(SUITE),bindings)
bench: test-bindings
	@cd build/bindings/python && wheel/bin/python bench.py
	@cp bindings/npm/bench.mjs build/bindings/npm-installed && node build/bindings/npm-installed/bench.mjs
else ifeq ($(SUITE),explorer)
EXPLORER ?= quick
bench:
	@$(SETUP) bench
	@$(SETUP) web
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p web/results
	@for suite in $(EXPLORER); do \
		$(WAYMARK) bench $$suite --problems $(PROBLEMS) --db build/web-$$suite.db --restart && \
		$(WAYMARK) bench export --db build/web-$$suite.db --json build/web-$$suite.json && \
		node web/scripts/pack_results.mjs build/web-$$suite.json web/results/$$suite.json || exit 1; \
	done
else
bench: ## Measure a suite (SUITE=dao10, peers, see 'waymark bench'); its page goes to docs/bench
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p out/bench docs/bench
	@$(if $(filter peers,$(SUITE)),$(SETUP) peers && sh scripts/peers.sh)
	@$(WAYMARK) bench $(SUITE) --db $(RESULTS) $(OPTIONS)
	@$(WAYMARK) report --suite $(SUITE) --db $(RESULTS) --markdown $(PAGES)/$(SUITE).md \
		$(if $(wildcard build/site/explorer.html),--html out/bench/$(SUITE).html)
endif

REPRODUCTION := out/reproduction.db
PROCESSES := 1
.PHONY: reproduction
reproduction: ## Run every suite by a plan of 2.5 hours at most on two cores (PROCESSES=2), resumable; writes docs/reproduction.md, docs/bench
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/reproduce.sh $(WAYMARK) $(REPRODUCTION) $(PROCESSES) $(OPTIONS)

.PHONY: docs pictures
docs: ## Update the parts of pages that are made from the code
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_docs.sh $(WAYMARK)
pictures: web ## Draw the pictures of the documentation again, those of the site too
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_pictures.sh $(WAYMARK)
	@cd web && SITE_PICTURES=../docs/pictures npm run --silent test pictures

.PHONY: lint format
lint: ## The quick checks; build with clang as well; clang-tidy, cppcheck
	@$(SETUP) lint
	@sh scripts/build.sh dev $(JOBS)
	@sh scripts/build.sh clang $(JOBS)
	@sh scripts/lint.sh all build/dev $(JOBS)
format: ## Format all C sources
	@$(SETUP) lint
	@sh scripts/sources.sh | xargs clang-format -i

.PHONY: amalgamation package install
amalgamation: ## Write the library as two files into build/amalgamation (ALGORITHMS="astar;jps"; LAB=1 or PATHS=1)
	@sh scripts/amalgamate.sh $(if $(LAB),--lab)$(if $(PATHS),--paths) build/amalgamation "$(ALGORITHMS)"
	@wc -c build/amalgamation/waymark.h build/amalgamation/waymark.c
KIND ?= dist
package: ## Pack the last commit into build/packages (KIND=dist, deb, test-deb, npm, wheel, lua, nuget, godot, sbom)
ifeq ($(KIND),sbom)
	@mkdir -p build/packages
	@sh scripts/sbom.sh >build/packages/waymark.spdx && echo build/packages/waymark.spdx
else ifeq ($(KIND),npm)
	@$(SETUP) web
	@sh scripts/package_npm.sh build/packages
else
	@$(if $(filter %deb,$(KIND)),$(SETUP) deb)
	@$(if $(filter wheel lua nuget godot,$(KIND)),$(SETUP) bindings)
	@sh scripts/make_packages.sh $(patsubst test-deb,deb,$(KIND))
	@$(if $(filter test-deb,$(KIND)),sh scripts/make_packages.sh test)
endif
install: ## Build and install under PREFIX (/usr/local)
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf build out
