# Every command a person needs; plain `make` prints them.
BIN := .venv/bin
STAMP := .venv/.stamp

# A moved project folder would leave an environment that points to the old place.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
STALE := stale
endif

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP)  ## make the environment .venv (every other command does it when needed)

run: $(STAMP)  ## start the simulated table and play two complete hands
	@$(BIN)/mjsim demo

serve: $(STAMP)  ## start the simulated table behind a serial port, for mjtool
	@$(BIN)/mjsim serve

test: $(STAMP)  ## check everything: style, imports, types, generated files, all tests
	@sh tools/lint.sh; checked=$$?; $(BIN)/python -m pytest -n 2 -q && exit $$checked

lint: $(STAMP)  ## the checks of `make test` that run no tests
	@sh tools/lint.sh

generate: $(STAMP)  ## write the generated files from their sources
	@$(BIN)/python -m tools.generate

bench: $(STAMP)  ## measure the simulator's speed and the sorting times (reported, never a test)
	@$(BIN)/python -m tools.bench

clean:  ## remove the environment and everything that was built
	rm -rf .venv .build .ruff_cache .mypy_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf *.egg-info firmware/*.egg-info host_tools/*.egg-info simulator/*.egg-info

$(STAMP): pyproject.toml tools/setup.sh $(STALE)
	@sh tools/setup.sh "$(PYTHON)"
	@printf '%s\n' "$(CURDIR)" > $(STAMP)

stale: ;

.PHONY: help setup run serve test lint generate bench clean stale
