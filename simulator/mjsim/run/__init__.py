"""`mjsim run` and `margins`: hands played, measured and reported.

How a table is put together belongs to `table`.
"""
