"""Small tools that know nothing of a table: checksums, digits, packed names, marks for the build.

What has a state, or a word of this machine in it, belongs in another room.
"""
