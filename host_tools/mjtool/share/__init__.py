"""One table, several programs on this computer: who holds its port, and how others come to it."""
