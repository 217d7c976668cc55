"""`python -m mjsim`: the command `mjsim`, for programs that start it."""

from mjsim.cli import main

main()
