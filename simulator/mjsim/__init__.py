"""The simulated machine: virtual clock, plant, virtual board, people, serial port; command `mjsim`."""
