"""Campaigns: many runs that fork from live tables, each broken and mended, each judged.

Here belongs what draws runs from a seed, carries them out in two halves, judges them by plant and
output pins alone, counts what was visited, and keeps, shows and repeats the results. What a fault
does belongs to `plant`, what people do about it to `people`.
"""
