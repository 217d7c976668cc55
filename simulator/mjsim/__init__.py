"""The simulated machine: virtual clock, plant, virtual board, people; command `mjsim`."""
