"""The large shuffle study: statistics fixed in advance, judged as equivalence with a margin.

A batch holds a few thousand walls at once; every statistic reads whole batches (`measures`), its
exact sums are gathered by timeline (`gather`) and judged (`equivalence`). What is measured, with
which margin, stands in fixed.toml and nowhere else.
"""
