"""`mjsim serve`: the table behind a pseudo-terminal or a socket.

What is said on the line is the firmware's link.
"""
