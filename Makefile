# Every command a person needs; plain `make` prints them.
BIN := .venv/bin
STAMP := .venv/.stamp
NODE := tools/node/node_modules/.stamp
CAD := .venv/.hardware
# Where firmware and simulator of one measured table go: make dist MEASURED=my_table.toml
TABLE = $(or $(OUT),.build/tables/$(basename $(notdir $(MEASURED))))

# A moved project folder would leave an environment that points to the old place.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
STALE := stale
endif

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP)  ## make the environment .venv (every other command does it when needed)

run: $(STAMP)  ## start the simulated table and play two complete hands
	@$(BIN)/mjtool demo $(ARGS)

serve: $(STAMP)  ## start the simulated table behind a serial port, for mjtool
	@$(BIN)/mjsim serve $(ARGS)

test: $(STAMP) $(NODE) $(CAD) tools  ## check everything: style, imports, types, generated files, all tests
	@sh tools/lint.sh; checked=$$?; $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -q -rs && exit $$checked

check: $(STAMP) $(NODE)  ## what your change touches, nearest first, within a minute: BASE=commit
	@$(BIN)/python -m tools.check.changed $(BASE)

mutate: $(STAMP) $(NODE)  ## small mistakes put into the modules of safety: which does no test notice? ARGS="journal --all"
	@$(BIN)/python -m tools.check.mutate $(ARGS)

test-mpy: $(STAMP) $(NODE)  ## the tests of the board's side: drivers, the genuine MicroPython VM
	@$(BIN)/python -m pytest -n 2 -q tests/micropython tests/emulate

late: $(STAMP)  ## play 200 hands of each kind of late scans, about five minutes: HANDS=n SEED=n
	@$(BIN)/python -m tools.check.late $(or $(HANDS),200) $(or $(SEED),1)

explore: $(STAMP)  ## search every sequence of commands and hands for a motion nobody began, every start for a dead end: ARGS=--help
	@$(BIN)/python -m tools.check.explore $(ARGS)

lint: $(STAMP) $(NODE) $(CAD)  ## the checks of `make test` that run no tests
	@sh tools/lint.sh

generate: $(STAMP)  ## write the generated files from their sources; with MEASURED=FILE those of one table, apart
	@$(BIN)/python -m tools.make.generate $(if $(MEASURED),--measured "$(MEASURED)" --out "$(TABLE)")

tools:  ## get the system packages that the hardware checks need, or say how
	@sh tools/system_packages.sh

hardware: $(STAMP) $(NODE) $(CAD) tools  ## write circuit, board, drawings, mechanism and pages anew
	@$(BIN)/python -m hardware build $(PART)

test-hardware: $(STAMP) $(NODE) $(CAD) tools  ## the checks of the hardware design alone; ARGS=all: every fault put into the circuit, whole boards by gerbv, too
	@FAB=$(ARGS) $(BIN)/python -m pytest -n 2 --dist worksteal -q -rs tests/hardware
	@$(if $(filter all,$(ARGS)),$(BIN)/python -m hardware.gate)

bench: $(STAMP) $(NODE)  ## measure speeds: simulator, sorting, scan, scoring (reported, never a test)
	@$(BIN)/python -m tools.check.bench
	@$(BIN)/python -m tools.check.bench.scores
	@$(BIN)/python -m tools.check.bench.link
	@$(BIN)/python -m tools.check.bench.dashboard
	@$(BIN)/python -m tools.check.cost
	@$(BIN)/python -m tools.check.vm

soak: $(STAMP) $(NODE)  ## the long campaigns of tests/README.md: PART=name
ifeq ($(PART),flat)
	@FLAT_KEEP=1 $(BIN)/python -m pytest -q tests/emulate/test_machine_code.py
else ifeq ($(PART),units)
	@$(BIN)/python -m tools.check.units $(or $(TYPICAL),1000) $(or $(WORN),300) $(or $(SEED),1)
else ifeq ($(PART),powercut)
	@mkdir -p .build
	@$(BIN)/mjsim campaign powercut --every --runs 10000 --evenings 6 --seed $(or $(SEED),1) --jobs $(or $(JOBS),2) --keep .build/powercut_$(or $(SEED),1).jsonl
else ifeq ($(PART),campaign)
	@mkdir -p .build
	@$(BIN)/mjsim campaign faults --runs $(or $(RUNS),10000) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2) --keep .build/campaign_$(or $(SEED),1).jsonl
	@$(BIN)/mjsim campaign endurance --seed $(or $(SEED),1)
	@$(BIN)/mjsim campaign explore --jobs $(or $(JOBS),2)
else ifeq ($(PART),bench)
	@$(BIN)/python -m tools.check.verdicts --defects $(or $(DEFECTS),1000) --healthy $(or $(HEALTHY),200) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2)
else ifeq ($(PART),lasting)
	@for machine in four_port single_port row_port; do $(BIN)/mjsim campaign lasting --machine $$machine --jobs $(or $(JOBS),2) || exit 1; done
else ifeq ($(PART),fuzz)
	@mkdir -p .build
	@$(BIN)/mjsim campaign fuzz --runs $(or $(RUNS),1000000) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2) --keep .build/fuzz_$(or $(SEED),1).jsonl
	@$(BIN)/python -c "import atheris" 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -e ".[fuzz]"
	@$(BIN)/python -m tools.check.fuzz $(or $(MINUTES),10)
else ifeq ($(PART),browser)
	@PLAY_EVENINGS=$(or $(EVENINGS),500) PLAY_KILLS=$(or $(KILLS),50) $(BIN)/python -m pytest -q tests/play
	@DEMO=1 BUSY=$(or $(BUSY),4) $(BIN)/python -m pytest -q tests/browser
else ifeq ($(PART),study)
	@mkdir -p .build
	@$(BIN)/mjsim physics runs --jobs $(or $(JOBS),2) --table .build/runs.csv
	@$(BIN)/python -m mjstudy.power --workers $(or $(JOBS),2)
	@$(BIN)/python -m mjstudy.power --only melds --walls-per-study 2000 --tries 0 --workers $(or $(JOBS),2)
	@$(BIN)/mjsim study run --seed $(or $(SEED),1) --jobs $(or $(JOBS),2) --timelines $(or $(TIMELINES),20000) --walls $(or $(WALLS),1000000) --curve --report .build/study.html --plot .build/study.svg
else ifeq ($(PART),bridge)
	@$(BIN)/python -m tools.check.bridging --minutes $(or $(MINUTES),5) --tables $(or $(TABLES),50)
else ifeq ($(PART),share)
	@$(BIN)/python -m tools.check.sharing --minutes $(or $(MINUTES),10) --seed $(or $(SEED),1)
else
	@$(BIN)/python -m tools.check.soak $(or $(COUNT),200000) $(or $(SEED),1)
	@$(BIN)/python -m tests.score.compare_riichi --count $(or $(HANDS),20000) --seed $(or $(SEED),1)
endif

firmware: $(STAMP) $(if $(MEASURED),generate)  ## cross-compile what goes on the board, into .build/firmware
	@$(BIN)/python -m tools.make.board build $(if $(MEASURED),--root "$(TABLE)")

size: $(STAMP) $(NODE)  ## memory that the firmware takes on the board, per module
	@$(BIN)/python -m tools.check.size

dist: $(STAMP) $(if $(MEASURED),generate)  ## the bundles that `mjtool flash` takes, with a manifest of hashes, into dist/
	@$(BIN)/python -m tools.make.board dist $(if $(MEASURED),--root "$(TABLE)")

emulate: $(STAMP) $(NODE)  ## run your MicroPython image in an emulated Pico: UF2=path BOOTROM=path
	@$(BIN)/python -m tools.check.emulate --uf2 "$(UF2)" --bootrom "$(BOOTROM)" $(ARGS)

lab: $(STAMP) $(NODE) firmware  ## play an evening on your MicroPython image in an emulated Pico: UF2=path BOOTROM=path HANDS=n SEED=n
	@$(BIN)/python -m tools.check.lab --uf2 "$(UF2)" --bootrom "$(BOOTROM)" $(if $(HANDS),--hands $(HANDS)) $(if $(SEED),--seed $(SEED)) $(if $(MACHINE),--machine $(MACHINE)) $(if $(ELF),--elf "$(ELF)") $(ARGS)

lab-steps: $(STAMP) $(NODE) firmware  ## recorded scans on your image in an emulated Pico: same answers, and times: UF2=path BOOTROM=path
	@$(BIN)/python -m tools.check.lab.on_chip --uf2 "$(UF2)" --bootrom "$(BOOTROM)" $(if $(RECORDING),--recording "$(RECORDING)") $(ARGS)

lab-recordings: $(STAMP) $(NODE) firmware  ## recordings of flight recorders on your image in an emulated Pico: UF2=path BOOTROM=path FILES=recordings
	@$(BIN)/python -m tools.check.lab.recordings --uf2 "$(UF2)" --bootrom "$(BOOTROM)" $(FILES)

lab-unix: $(STAMP) $(NODE)  ## the same recorded scans on CPython, WebAssembly VM and your unix port: MICROPYTHON=path
	@$(BIN)/python -m tools.check.lab.replay --micropython "$(MICROPYTHON)" --recording "$(RECORDING)" $(ARGS)

clean:  ## remove the environment and everything that was built
	rm -rf .venv .build dist tools/node/node_modules .ruff_cache .mypy_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf *.egg-info firmware/*.egg-info host_tools/*.egg-info simulator/*.egg-info

$(STAMP): pyproject.toml tools/setup.sh $(STALE)
	@sh tools/setup.sh "$(PYTHON)"
	@printf '%s\n' "$(CURDIR)" > $(STAMP)

# Node itself comes with the environment; its packages are the VM, the chip emulator, the types.
$(NODE): tools/node/package-lock.json $(STAMP)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm ci --silent --no-audit --no-fund --prefix tools/node
	@touch $(NODE)

# Circuit, drawing and solid-modelling libraries, 1.3 GB: an extra of their own.
$(CAD): pyproject.toml $(STAMP)
	@echo "setup: adding the hardware design's libraries, about half a minute"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[hardware]"
	@touch $(CAD)

stale: ;

.PHONY: help setup run serve test check mutate test-mpy late explore tools hardware test-hardware lint generate bench soak firmware size dist emulate lab lab-steps lab-recordings lab-unix clean stale
