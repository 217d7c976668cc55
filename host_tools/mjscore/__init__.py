"""The games: eight rule systems, six from five documents, dealt, scored and settled.

`engine.score` answers a scoring request; `wall` and `flow` deal and play; `match` keeps a game of
many hands; `cli` is the command `mjscore`. The core needs the standard library alone, and of the
firmware only the profile table.
"""
