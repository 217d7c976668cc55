"""What a scan is made of: images, time, places, statecharts, events.

How a part knows that it is its turn belongs here, and so do its place and the inputs that wake it.
What it does then belongs to its own room.
"""
