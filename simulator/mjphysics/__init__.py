"""A physical drum: rigid tiles in MuJoCo, to see what a heap of tiles really does while it turns.

The plant's law of mixing takes its figures from here (docs/PHYSICS.md). An extra of its own,
`pip install -e ".[physics]"`: neither firmware nor plant nor `make run` needs it.
"""
