#!/bin/sh
# Makes or renews .venv: `sh tools/setup.sh [python]`.  Called by make; ends with one sentence on failure.
set -eu

fail() {
    echo "setup: $1" >&2
    exit 1
}

good() {
    command -v "$1" >/dev/null 2>&1 &&
        "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

has_venv() {
    "$1" -c 'import venv, ensurepip' 2>/dev/null
}

# --clear empties what a link points to: the environment of another folder, which others may use.
[ ! -L .venv ] || fail ".venv is a link to $(readlink .venv), which belongs to another folder; remove the link first (rm .venv), or run this there"

python=""
bare=""
for candidate in ${1:-python3 python3.14 python3.13 python3.12 python3.11}; do
    good "$candidate" || continue
    bare=${bare:-$candidate}
    if has_venv "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$bare" ]; then
    [ -n "${1:-}" ] && fail "PYTHON=$1 is not a Python 3.11 or newer; name another one: make setup PYTHON=python3.12"
    have=$(python3 --version 2>/dev/null || echo "no python3 at all")
    fail "Python 3.11 or newer is needed, found $have; install one, or name it: make setup PYTHON=/path/to/python"
fi
[ -n "$python" ] || fail "$bare has no venv module; on Debian and Ubuntu: apt install python3-venv"

echo "setup: making .venv with $("$python" --version), about half a minute"
if ! { [ -f .venv/.stamp ] && [ "$(cat .venv/.stamp)" = "$PWD" ] && good .venv/bin/python; }; then
    "$python" -m venv --clear .venv || fail "could not make .venv; is the disk full or the folder read-only?"
fi
rm -f .venv/.stamp
.venv/bin/python -m pip install -q --disable-pip-version-check -e ".[test]" ||
    fail "pip could not install the packages of pyproject.toml; the lines above say why (is there a network?)"
