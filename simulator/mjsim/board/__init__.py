"""The firmware on a virtual board: its scans on time and late, its store, the event log.

Nothing here knows tiles or people.
"""
