#!/bin/sh
# The checks that run no tests; the first that fails ends the run.  Called by `make lint`.
set -eu
bin=.venv/bin
mkdir -p .build

quiet_on_success() {
    "$@" >.build/check.log 2>&1 || {
        cat .build/check.log
        return 1
    }
}

step() {
    echo "check: $1"
    shift
    "$@"
}

step "style (ruff)" $bin/ruff check -q --cache-dir .build/ruff .
step "imports point one way (import-linter)" quiet_on_success $bin/lint-imports --cache-dir .build/imports
step "firmware keeps to MicroPython" $bin/python -m tools.check_firmware
step "generated files are fresh" $bin/python -m tools.generate --check
step "spelling (codespell)" $bin/codespell
step "types (mypy)" quiet_on_success $bin/mypy
