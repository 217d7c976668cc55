"""The table's cycle from hand to hand, the dealer's marker, profiles and where the deal begins.

No input or motor is named here.
"""
