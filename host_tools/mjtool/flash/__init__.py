"""Puts a new firmware on the table's board, beside the old one, and can go back to the old one."""
