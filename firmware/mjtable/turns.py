"""Turns: what has to be done in this scan, and what waits so that no scan has too much to do.

Measured on the board's interpreter, one chart with an edge and a change of state fills a scan of
3 ms. So of several sides with edges one a scan is served, its turn going round; the edges of the
others are laid by and come with their level as it is then, at most three scans later; a motor
that such an edge ends stops at once. A deadline waits while a scan has edges to serve, what is
only bookkeeping longer; neither for ever.
"""

from mjtable.iomap import BIT_CNT, BIT_MID, BIT_PARK, M_BELT, M_HEAD

SIDES = 4
ALL_SIDES = 0xF  # the input bytes of the four sides
# what may wait: deadlines; the watch on the board; sorter and cycle; motors to start
DEADLINE, BOARD, SETTLE, START = 0, 1, 2, 3
LONGEST = (4, 4, 20, 20)  # scans that each may be left out in a row


class Turns:
    """Work of one scan. `work` counts charts that ran and changes of state."""

    def __init__(self):
        self.work = 0
        self.held = 0  # sides whose edges wait
        self.braked = 0  # motors that one of these edges ends
        self._rose = bytearray(SIDES)
        self._fell = bytearray(SIDES)
        self._last = 0  # the side served last
        self._left = bytearray(len(LONGEST))  # scans in a row that left each out

    def may(self, what):
        """`what` may be done now: nothing else was, or it has waited long enough."""
        if self.work and self._left[what] < LONGEST[what]:
            self._left[what] += 1
            return False
        self._left[what] = 0
        return True

    def share(self, inputs, reached):
        """Sides to be served now, of those with edges; `reached`: sides whose deadline has come.

        Those are served at any rate, since a deadline and an edge are to be judged together.
        """
        edges = inputs.edges & ALL_SIDES | self.held
        if self.held:
            self._give_back(inputs)
        serve = edges & reached or edges
        if serve & serve - 1 and not serve & reached:
            serve = self._next(serve)
        self.held = edges & ~serve
        self.braked = 0
        if self.held:
            self._lay_by(inputs)
        return serve

    def _next(self, edges):
        """The first side with edges after the one served last."""
        side = self._last
        while True:
            side = side + 1 & SIDES - 1
            if edges >> side & 1:
                self._last = side
                return 1 << side

    def _give_back(self, inputs):
        """What was laid by belongs to this scan."""
        for side in range(SIDES):
            if self.held >> side & 1:
                inputs.rose[side] |= self._rose[side]
                inputs.fell[side] |= self._fell[side]
        inputs.edges |= self.held  # the board clears them before the next scan

    def _lay_by(self, inputs):
        """Keep the edges that are not served now."""
        for side in range(SIDES):
            if self.held >> side & 1:
                self._rose[side] = inputs.rose[side]
                self._fell[side] = inputs.fell[side]
                if inputs.fell[side] & BIT_CNT:
                    self.braked |= 1 << M_BELT + side
                if inputs.rose[side] & (BIT_PARK | BIT_MID):
                    self.braked |= 1 << M_HEAD + side
                inputs.rose[side] = inputs.fell[side] = 0
