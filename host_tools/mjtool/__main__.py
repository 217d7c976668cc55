"""`python -m mjtool`: the command `mjtool`, for programs that start it."""

from mjtool.cli import main

main()
