"""The mutation gate: faults put into the circuit one by one, and whether a rule tells each."""
