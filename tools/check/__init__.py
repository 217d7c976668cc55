"""What tries the project and says what it found; nothing it makes goes on a board or into a page.

A folder is one way of looking: the firmware's text (`firmware`), every sequence (`explore`), a
genuine VM (`vm`), a chip (`emulate`, `lab`), the work of a scan (`cost`), speeds (`bench`). What
writes files is in `tools/make`.
"""
