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
demo: ## Build, then walk through what waymark does; pictures and a report in out/demo
	@$(SETUP) demo
	@sh scripts/build.sh release $(JOBS)
	@$(WAYMARK) demo --out out/demo
	@echo && echo "The quick suite of benchmarks:" && echo
	@$(WAYMARK) bench quick --db out/demo/results.db --restart
	@echo
	@$(WAYMARK) report --db out/demo/results.db --html out/demo/report.html \
		--markdown out/demo/report.md --pictures out/demo/plots

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

.PHONY: test-foreign
test-foreign: ## Run conformance, golden and database tests for the other architecture, under qemu
	@$(SETUP) foreign
	@sh scripts/build.sh foreign $(JOBS)
	@ctest --preset foreign -j $(JOBS)

.PHONY: asan tsan hostile shared
asan: ## Run the tests under address and undefined behaviour sanitizers
tsan: ## Run the tests under the thread sanitizer
hostile: ## Run the tests with tiny capacities and poisoned memory
shared: ## Run the tests with a shared library
asan tsan hostile shared:
	@$(SETUP) test
	@sh scripts/build.sh $@ $(JOBS)
	@ctest --preset $@ -j $(JOBS)

.PHONY: web web-serve test-web
web: ## Build the site (playground, docs, benchmarks) into build/site
	@$(SETUP) web
	@sh scripts/build_web.sh $(JOBS)
web-serve: web ## Build the site and serve it on 127.0.0.1
	@cd web && npm run --silent serve
test-web: web ## Build the site and test it in a browser
	@cd web && npm run --silent test

.PHONY: bench
bench: ## Measure the foundations; the page goes to docs/bench/foundations.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_foundations >docs/bench/foundations.md.new
	@sh scripts/instructions.sh >>docs/bench/foundations.md.new
	@mv docs/bench/foundations.md.new docs/bench/foundations.md
	@cat docs/bench/foundations.md

.PHONY: bench-discrete
bench-discrete: ## Measure the discrete searches on ten dao maps; writes docs/bench/discrete.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_discrete --problems 100 --markdown docs/bench/discrete.md

.PHONY: bench-worlds
bench-worlds: ## Measure searches over graphs and on the platform levels (4 GB of memory)
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_navgraphs --markdown docs/bench/navgraphs.md
	@build/release/bench/waymark_worlds --markdown docs/bench/worlds.md

.PHONY: bench-realtime
bench-realtime: ## Run the study of goal achievement times again; writes docs/bench/gat.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p out/bench
	@build/release/bench/waymark_gat --results out/bench/gat_run.sqlite --markdown docs/bench/gat.md
	@rm -f out/bench/gat_run.sqlite # an interrupted run goes on, a whole one starts anew

TRIPS ?= 10
.PHONY: bench-realtime-grids
bench-realtime-grids: ## Measure real-time searches on ten dao maps; writes docs/bench/realtime.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_realtime --problems $(TRIPS) --markdown docs/bench/realtime.md

MAZES ?= 5000
.PHONY: bench-incremental
bench-incremental: ## Measure the incremental searches; writes docs/bench/incremental.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_incremental --mazes $(MAZES) >docs/bench/incremental.md.new
	@mv docs/bench/incremental.md.new docs/bench/incremental.md

.PHONY: bench-hierarchical
bench-hierarchical: ## Measure the hierarchical searches; writes docs/bench/hierarchical.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_hierarchical --markdown docs/bench/hierarchical.md

.PHONY: bench-sga
bench-sga: ## Measure SGA* against A*; writes docs/bench/sga.md (ALL=1: all 64,000 pseudo-RTS problems)
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_sga $(if $(ALL),--all) --markdown docs/bench/sga.md

# Part of the problems of each suite; PROBLEMS= (empty) runs them all.
PROBLEMS ?= 10
REPRODUCTION := out/reproduction.db
.PHONY: reproduction
reproduction: ## Run every benchmark suite on part of its problems; writes docs/reproduction.md
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/reproduce.sh $(WAYMARK) $(REPRODUCTION) $(PROBLEMS)

.PHONY: docs pictures
docs: ## Fill in what pages say of algorithms and examples
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_docs.sh $(WAYMARK)
pictures: ## Draw the pictures of the documentation again
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@sh scripts/make_pictures.sh $(WAYMARK)

.PHONY: bench-subgoal
bench-subgoal: ## Measure the subgoal databases; page and plots go to docs
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@mkdir -p docs/bench
	@build/release/bench/waymark_subgoal --csv build/subgoal.csv >docs/bench/subgoal.md.new
	@mv docs/bench/subgoal.md.new docs/bench/subgoal.md
	@sh scripts/plot_subgoal.sh build/subgoal.csv docs/pictures

PATIENCE ?= 260
.PHONY: bench-subgoal-cells
bench-subgoal-cells: ## Measure databases with a search from every cell (PATIENCE=seconds for each)
	@$(SETUP) bench
	@sh scripts/build.sh release $(JOBS)
	@build/release/bench/waymark_subgoal_cells $(PATIENCE) >docs/bench/subgoal_cells.md.new
	@mv docs/bench/subgoal_cells.md.new docs/bench/subgoal_cells.md

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

.PHONY: install
install: ## Build and install under PREFIX (/usr/local)
	@$(SETUP) build
	@sh scripts/build.sh release $(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf build out
