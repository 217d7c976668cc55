"""Walls of a real table, typed by a person: what so many of them tell about the shuffle.

`tiles` reads codes, `header` and `sheet` a file, `deck` says what was dropped in which order,
`places` where a tile may lie, `joins`, `measures` and `family` are the statistics, `power` what so
many hands can see. docs/REAL_SHUFFLE.md is the page for the person with the camera.
"""
