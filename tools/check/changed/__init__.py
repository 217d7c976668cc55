"""What a change touches, nearest first, in under a minute: `make check`.

`graph` says which tests reach a changed file; what does not fit is left to `make test`.
"""
