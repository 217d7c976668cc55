"""The serial link: frames, requests, commands, answers, event lines.

It asks the table only what `facade.py` offers; no rule of safety is kept here.
"""
