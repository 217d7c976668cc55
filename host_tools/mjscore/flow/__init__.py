"""The sequence of hands, and around one: who deals, chips, the exchange, what the wall has left."""
