"""`mjsim shuffle`: the study of the shuffle, its plan, its statistics, its report.

The mechanics that shuffle are the plant's.
"""
