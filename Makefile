# Everything here is a short form of cmake, ctest and the scripts; `make help` lists the targets.
# Variables: PRESET (release, dev, asan, clang: see CMakePresets.json), JOBS, PACKAGES=no (install nothing).

PRESET   ?= release
JOBS     ?= $(shell nproc)
PACKAGES ?= yes
BUILD    := $(if $(filter release,$(PRESET)),build,build-$(PRESET))

CPP_FILES = git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'

.PHONY: build test demo bench reproduce format tidy docs install-packages configure clean help
.DEFAULT_GOAL := build

build: configure ## build everything; the program is build/polhode
	cmake --build $(BUILD) --parallel $(JOBS)

test: build ## build, then run all the tests
	ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

demo: build ## build, then run examples/demo.cpp
	@if [ -x $(BUILD)/examples/demo ]; then $(BUILD)/examples/demo; else echo 'make demo: there is no examples/demo.cpp'; fi

bench: configure ## build and run the benchmarks
	cmake --build $(BUILD) --target bench --parallel $(JOBS)
	bench/run $(BUILD)

reproduce: build ## build, then make the papers' tables again
	@for program in $(BUILD)/reproduce/*; do \
	  if [ -f "$$program" ] && [ -x "$$program" ]; then echo "== $$(basename $$program)"; "$$program" || exit 1; fi; \
	done

docs: build ## write docs/methods.md from the methods' cards
	$(BUILD)/polhode methods --markdown > $(BUILD)/methods.md
	cp $(BUILD)/methods.md docs/methods.md

format: install-packages ## clang-format all C++ files
	@$(CPP_FILES) | xargs -r clang-format-19 -i

# With clang's compile commands, which know the way to quadmath.h. Headers are checked through the tests.
tidy: install-packages ## clang-tidy all C++ files, headers included
	cmake --preset clang > /dev/null
	run-clang-tidy-19 -quiet -p build-clang -j $(JOBS)

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
