"""`SimTable`: plant, board and people as one table, with the verbs of the trade.

What is played on it and measured belongs to `run`, `scenario` and `shuffle`.
"""
