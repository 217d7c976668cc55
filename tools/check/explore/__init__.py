"""What wire, hands and time can do to the table: no motion without a person, no dead end."""
