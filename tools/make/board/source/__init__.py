"""What is known of the firmware's program: modules, merged names, constants, who uses what.

Nothing here changes it; the steps that do are in `passes`.
"""
