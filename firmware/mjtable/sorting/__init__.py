"""How a set becomes four walls: who picks, how far it has come, when nothing more comes.

It asks the mechanisms and looks at them; it drives nothing itself but drum and ring.
"""
