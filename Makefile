# Everything here is a short form of cmake, ctest and the scripts; `make help` lists the targets.
# Variables: PRESET (release, dev, asan, clang: see CMakePresets.json), JOBS, PACKAGES=no (install nothing),
# PARTS (what is tested: core, program, python, mpi; all if nothing is said).

PRESET   ?= release
JOBS     ?= $(shell nproc)
PACKAGES ?= yes
PARTS    ?= core program python mpi
BUILD    := $(if $(filter release,$(PRESET)),build,build-$(PRESET))

CPP_FILES = git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'

.PHONY: build program python gallery test times demo bench bench-check league peers reproduce reproduce-check fuzz format check-quick hooks tidy check docs install-packages configure clean help
.DEFAULT_GOAL := build

build: configure ## build everything; the program is build/polhode
	cmake --build $(BUILD) --parallel $(JOBS)

program: configure ## build the program alone
	cmake --build $(BUILD) --parallel $(JOBS) --target polhode_program

python: configure ## build the Python package and install it into build/venv
	cmake --build $(BUILD) --parallel $(JOBS) --target polhode_python polhode_program
	python/install $(BUILD)

# What carries no label of another part is core. The package needs the library and the program alone.
CTEST  = ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS) --no-tests=error
OTHERS = program|python|mpi
test: $(if $(filter-out python,$(PARTS)),build,python) ## build, then run all the tests, or those of PARTS="core program"
	$(if $(filter-out core program python mpi,$(PARTS)),$(error PARTS: there are core, program, python and mpi))
ifeq ($(sort $(PARTS)),core mpi program python)
	$(CTEST)
else
	$(foreach part,$(PARTS),$(CTEST) $(if $(filter core,$(part)),-LE '^($(OTHERS))$$',-L '^$(part)$$') &&) true
endif

times: ## where the last build and tests spent their time
	@tools/times $(BUILD)

demo: program ## build the program, run the wing nut, say where the report is
	@$(BUILD)/polhode run scenarios/wing_nut.toml -o $(BUILD)/wing_nut.html
	@echo
	@echo "Open it in a browser: $(CURDIR)/$(BUILD)/wing_nut.html"

PEERS := libboost-dev libboost-math-dev libgsl-dev libsundials-dev libsimbody-dev libbullet-dev libode-dev lammps
peers:
ifeq ($(PACKAGES),yes)
	@tools/install-packages $(PEERS) || echo "make: some peers are missing; the benchmarks leave them out"
endif

bench: peers configure ## build and run the benchmarks beside the peers, write docs/results/performance.md; BENCH="SECTION ..." for some
	cmake --preset $(PRESET) >/dev/null
	cmake --build $(BUILD) --target bench polhode_program --parallel $(JOBS)
	-cmake --build $(BUILD) --target polhode_python --parallel $(JOBS) && python/install $(BUILD) # without it the page says so
	bench/run $(BUILD) $(BENCH)
	$(if $(BENCH),,$(BUILD)/bench/expensive_torque)
	$(if $(BENCH),,bench/advice.py $(BUILD)/polhode)

bench-check: configure ## has a method become slower? instructions and ratios against bench/stored.json; BENCH=--update stores them
	cmake --build $(BUILD) --target bench_step_cost bench_work_precision bench_ensemble --parallel $(JOBS)
	bench/check $(BUILD) $(BENCH)

LEAGUE := libbullet-dev libode-dev libsimbody-dev libdart-dev admesh
league: program ## engines of others and ours on the same cases, and meshes: docs/results/league.md, engines.md, meshes.md, build/league/league.html; five minutes
ifeq ($(PACKAGES),yes)
	@tools/install-packages $(LEAGUE) || echo "make: some engines are missing; the league leaves them out"
endif
	cmake --preset $(PRESET) >/dev/null
	cmake --build $(BUILD) --parallel $(JOBS) --target league
	league/run $(BUILD) --jobs $(JOBS)
	league/meshes.py $(BUILD)/polhode --page

reproduce: program ## the papers' tables and figures again: build/reproduction/index.html
	cmake --build $(BUILD) --parallel $(JOBS) --target polhode_reproduce_program
	$(BUILD)/polhode reproduce -o $(BUILD)/reproduction

fuzz: install-packages ## fuzz the readers of scenarios, checkpoints and meshes, ten minutes each
	fuzz/run 600

# The page of all verdicts, as reproduce/page.hpp has it.
PAGE = $(shell sed -nE 's/.*kPage = "(.*)";/\1/p' reproduce/page.hpp)

reproduce-check: program ## all verdicts of the papers are those of the page, or exit 1
	cmake --build $(BUILD) --parallel $(JOBS) --target polhode_reproduce_program
	$(BUILD)/polhode reproduce --quiet --against $(PAGE)

docs: reproduce ## write docs/reference/methods.md and docs/reference/torques.md from the cards, the page of verdicts from the papers made again
	$(BUILD)/polhode methods --markdown > $(BUILD)/methods.md
	$(BUILD)/polhode torques --markdown > $(BUILD)/torques.md
	cp $(BUILD)/methods.md $(BUILD)/torques.md docs/reference
	cp $(BUILD)/reproduction/reproduction.md $(PAGE)

gallery: python ## run the scripts of python/gallery: docs/results/gallery, its page and pictures
	$(BUILD)/venv/bin/python python/gallery/make

format: install-packages ## clang-format all C++ files
	@$(CPP_FILES) | xargs -r clang-format-19 -i

check-quick: ## before a build, below a minute: format and clang-tidy of what has changed, layers, words, links
	@tools/check-quick

hooks: ## from now on git looks at format, layers, words and links before each commit (tools/pre-commit)
	@hook=$$(git rev-parse --git-path hooks/pre-commit) && mkdir -p "$$(dirname "$$hook")" && \
	if [ -e "$$hook" ] && ! cmp -s tools/pre-commit "$$hook"; then echo "make: $$hook is there and is not ours: it would be replaced" >&2; exit 1; fi && \
	cp tools/pre-commit "$$hook" && echo "installed $$hook"

tidy: install-packages ## clang-tidy has nothing to say (for the headers one of the tests)
	tools/check-tidy

check: install-packages ## the long checks, two to three hours: second compiler, sanitizers, coverage, fuzzers, kill -9
	@tools/install-packages gcovr
	JOBS=$(JOBS) tools/check

install-packages: ## install the Debian packages that are missing (sudo if not root)
ifeq ($(PACKAGES),yes)
	@tools/install-packages
endif

configure: install-packages
	@if [ ! -f $(BUILD)/build.ninja ] || [ CMakePresets.json -nt $(BUILD)/build.ninja ]; then cmake --preset $(PRESET); fi

clean: ## remove all build trees
	rm -rf build build-*

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22
