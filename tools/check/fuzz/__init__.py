"""Spoilt lines and spoilt records for the real firmware, by seed or by coverage (`atheris`).

`bench` judges, `lines` and `records` spoil by seed, `link` and `store` are what atheris drives.
"""
