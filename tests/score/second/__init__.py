"""A second reader of the rules: slow, plain, and sharing no code with `mjscore`.

It restates `rules.md` as one `if` after another and tries every reading of every hand, so that the
tests can ask two strangers the same question. `score(request)` answers one request, `answers` all
the answers that are equally right (two readings of a hand can be worth the same).
"""

from tests.score.second.reader import answers, score

__all__ = ["answers", "score"]
