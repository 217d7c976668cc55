"""Batches for the tests of the study."""

import itertools

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.batch import Batch
from mjstudy.control import perfect_batch
from mjstudy.gather import Gathered

FOUR = Layout((17, 17, 17, 17))
TIMELINES = 20


def batch(labels, *before):
    """A batch of these lines; wall by wall another timeline."""
    labels = np.asarray(labels, np.int16)
    number = np.arange(len(labels))
    return Batch(labels, number % TIMELINES, number, *before)


def every_order(n):
    """All permutations of n tiles as one batch."""
    return batch(list(itertools.permutations(range(n))))


def perfect(walls, seed=1, n=136, first=0):
    """Fisher-Yates walls with two hands before."""
    number = np.arange(first, first + walls)
    return perfect_batch(seed, number, number % TIMELINES, n)


def gathered(measures, *batches):
    """Their sums."""
    sums = Gathered(measures, TIMELINES)
    for one in batches:
        sums.add(one)
    return sums


def values(measure, of):
    """Values of each wall read, in the statistic's unit."""
    return measure.read(of)[1] * measure.grain
