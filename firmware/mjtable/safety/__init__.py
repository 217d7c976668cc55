"""What stands between a wish and a motor: interlocks, power, supervision, mains, faults; and
the two ways to move a motor by hand, service and self-test, which must pass all of them.

What a mechanism wants belongs to the mechanism; what it must never do belongs here.
"""
