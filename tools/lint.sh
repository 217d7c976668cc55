#!/bin/sh
# The checks that run no tests; all of them run, then the failed ones are named.
set -u
bin=.venv/bin
failed=""
mkdir -p .build

check() {
    name=$1
    shift
    if "$@" >.build/check.log 2>&1; then
        echo "check: $name: good"
    else
        cat .build/check.log
        echo "check: $name: FAILED"
        failed="$failed  $name;"
    fi
}

check "style (ruff)" $bin/ruff check -q --output-format concise --cache-dir .build/ruff .
check "imports point one way (import-linter)" $bin/python -m tools.check.imports
check "parts touch what they declare" $bin/python -m tools.check.touches
check "what is state is in STATE" $bin/python -m tools.check.state
check "firmware keeps to MicroPython" $bin/python -m tools.check.firmware
check "faults are told within the firmware's times" $bin/python -m tools.check.firmware.times
check "generated files are fresh" $bin/python -m tools.make.generate --check
check "spelling (codespell)" $bin/codespell
check "types (mypy)" $bin/mypy
check "types of the board's files (pyright)" $bin/python -m tools.check.firmware.types
if [ -n "$failed" ]; then
    echo "failed:$failed" >&2
    exit 1
fi
