"""The dashboard in a browser: the table live, its faults, its bench, its games.

`live` follows the table over the serial link, `access` says who may see and do what, `pages` are
the rooms of the dashboard, `words` its languages, `static` what the browser gets as it is.
"""
