"""`mjsim demo`: the table drawn in a terminal, with a sentence for what happens.

No figure is measured here.
"""
