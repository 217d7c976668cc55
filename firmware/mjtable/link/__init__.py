"""The serial link: frames, requests, commands, answers, event lines.

It may read what the table shows; what it asks for goes through `facade.py`, `service` and the
settings, which can refuse. No rule of safety is kept here.
"""
