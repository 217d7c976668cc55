"""The sequence of hands, and around one: who deals, chips, the exchange, the wall that is left."""
