"""The steps of the build: each takes the program and gives it back smaller or quicker, doing the
same. `whole` has their order.
"""
