"""Recordings of the flight recorder: read, replayed on the firmware, compared, told to people.

What the board records is the firmware's (`mjtable/memory/recorder.py`); here is its use.
"""
