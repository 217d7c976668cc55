"""The firmware's text against what MicroPython has and the rules of the scan.

`python -m tools.check.firmware` and `python -m tools.check.firmware.types`, both in `make lint`.
"""
