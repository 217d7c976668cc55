"""Home of the rule systems: tiles, hands, scoring, settlement, score sheet.

The scoring systems arrive with the games issue; nothing here scores a hand yet.  Imports nothing
of the tool, and of the firmware only the profile table.
"""
