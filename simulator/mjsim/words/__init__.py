"""Names that people type and the messages when they mistype them; everybody may use this.

What a name does belongs to its room.
"""
