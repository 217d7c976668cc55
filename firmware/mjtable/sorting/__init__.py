"""How a set becomes four walls: who picks, how far it has come, when nothing more comes.

It asks the mechanisms and watches their counts; it drives no motor itself.
"""
