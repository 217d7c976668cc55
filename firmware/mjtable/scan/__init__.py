"""What a scan is made of: images, time, places, statecharts, events.

No mechanism is named here. How a part knows that it is its turn belongs here, what it does then
does not.
"""
