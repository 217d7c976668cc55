"""Random words: bias taken out, bad sources found, good ones left alone."""

import itertools
import math
import random
from collections import Counter

import pytest

from hal import entropy as e
from hal.entropy import Entropy

CLAIMED = 0.5  # bits of entropy a raw bit that the tests allow for
ALARM = 2**-30  # false alarms of a source no better than that


def coin(seed, ones=0.5):
    """A source of independent bits."""
    rng = random.Random(seed)
    return lambda: int(rng.random() < ones)


def pattern(text):
    """A source that repeats itself for ever."""
    return itertools.cycle([int(c) for c in text]).__next__


class Switch:
    """A source that can be exchanged."""

    def __init__(self, source):
        self.source = source

    def __call__(self):
        return self.source()


def words(entropy, n):
    """The next n words, as scans 100 ms apart take them."""
    taken = []
    for _ in range(n):
        taken.append(entropy.word)
        entropy.taken()
        for _ in range(20):
            entropy.step()
    return taken


def test_the_first_word_is_there_at_once_and_the_store_is_full():
    entropy = Entropy(coin(1))
    assert entropy.healthy and entropy.failures == 0
    first = [entropy.word]
    for _ in range(e.STORE - 1):  # faster than any scan: no step between
        entropy.taken()
        first.append(entropy.word)
    assert len(set(first)) == e.STORE


def test_a_word_stays_until_it_is_taken():
    entropy = Entropy(coin(2))
    word = entropy.word
    for _ in range(100):
        entropy.step()
    assert entropy.word == word
    entropy.taken()
    assert entropy.word != word


def test_a_full_store_reads_no_bits_and_an_open_one_few_a_scan():
    read = []
    source = coin(3)
    entropy = Entropy(lambda: read.append(1) or source())
    for _ in range(200):
        entropy.step()
    read.clear()
    entropy.step()
    assert read == []
    for _ in range(e.STORE):
        entropy.taken()
    entropy.step()
    assert len(read) == e.STEP_BITS


def test_words_follow_the_bits_by_the_rule_of_von_neumann():
    """After the start-up bits: of two different bits the first counts, highest bit first."""
    wanted = [0xBEEF, 0x1234, 0x0001, 0x8000]
    rng = random.Random(4)
    bits = [rng.getrandbits(1) for _ in range(e.STARTUP_BITS)]
    for word in wanted:
        for place in range(15, -1, -1):
            bit = word >> place & 1
            same = rng.getrandbits(1)
            bits += [same, same, bit, 1 - bit]
    assert words(scripted(bits, coin(5)), len(wanted)) == wanted


def scripted(bits, source):
    """From a source that gives these bits first."""
    script = itertools.chain(bits, iter(source, None))
    return Entropy(lambda: next(script))


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("ones", [0.5, 0.35, 0.62])
def test_bias_is_taken_out(ones):
    entropy = Entropy(coin(6, ones))
    taken = words(entropy, 8000)
    assert entropy.failures == 0
    set_bits = [sum(word >> place & 1 for word in taken) for place in range(16)]
    for count in set_bits:  # 4.5 standard deviations
        assert abs(count - 4000) < 4.5 * math.sqrt(2000)
    nibbles = Counter(word >> shift & 15 for word in taken for shift in (0, 4, 8, 12))
    assert chi_square([nibbles[n] for n in range(16)], 2000) < 44.3  # 15 degrees, p = 1e-4
    pairs = Counter((a & 3, b & 3) for a, b in itertools.pairwise(taken))
    assert chi_square(pairs.values(), 7999 / 16) < 44.3


def test_a_good_source_raises_no_alarm_in_many_bits():
    entropy = Entropy(coin(7))
    for _ in range(100_000):
        entropy.step()
        if entropy._count == e.STORE:
            entropy.taken()
    assert entropy.failures == 0


def binomial_tail(n, p, least):
    """P(X >= least)."""
    return sum(
        math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
                 + k * math.log(p) + (n - k) * math.log(1 - p))
        for k in range(least, n + 1)
    )  # fmt: skip


def test_the_cutoffs_are_those_of_the_stated_false_alarm_rate():
    likeliest = 2**-CLAIMED
    assert e.REPETITION_CUTOFF == 1 + math.ceil(-math.log2(ALARM) / CLAIMED)
    assert binomial_tail(e.PROPORTION_WINDOW, likeliest, e.PROPORTION_CUTOFF) <= ALARM
    assert binomial_tail(e.PROPORTION_WINDOW, likeliest, e.PROPORTION_CUTOFF - 1) > ALARM
    assert 2 * binomial_tail(e.PROPORTION_WINDOW, 0.5, e.PROPORTION_CUTOFF) <= 2**-270
    agree = likeliest**2 + (1 - likeliest) ** 2
    assert 16 * agree**e.PERIOD_WINDOW <= 2**-45
    assert 16 * 0.5**e.PERIOD_WINDOW <= 2**-60


BAD = {
    "stuck at 0": lambda: pattern("0"),
    "stuck at 1": lambda: pattern("1"),
    "alternating": lambda: pattern("01"),
    "pairs": lambda: pattern("0011"),
    "period 3": lambda: pattern("011"),
    "period 7": lambda: pattern("0010111"),
    "period 16": lambda: pattern("0010111011001010"),
    "biased to 1": lambda: coin(9, 0.9),
    "biased to 0": lambda: coin(10, 0.1),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_source_gives_no_word_at_the_start(name):
    entropy = Entropy(BAD[name]())
    assert not entropy.healthy and entropy.failures
    assert set(words(entropy, 50)) == {0}
    assert not entropy.healthy


@pytest.mark.parametrize("name", BAD)
def test_a_source_that_goes_bad_makes_the_word_stand_still(name):
    source = Switch(coin(11))
    entropy = Entropy(source)
    assert len(set(words(entropy, 40))) > 35
    source.source = BAD[name]()
    for _ in range(e.STORE):
        entropy.taken()  # room for bits, so that the source is looked at
    for _ in range(600):
        entropy.step()
    assert not entropy.healthy
    assert len(set(words(entropy, 30))) == 1


def test_a_source_that_comes_back_has_to_prove_itself():
    source = Switch(pattern("0"))
    entropy = Entropy(source)
    source.source = coin(12)
    scans = 0
    while not entropy.healthy:
        entropy.step()
        scans += 1
    proof = e.STARTUP_BITS // e.STEP_BITS
    assert proof - e.REPETITION_CUTOFF // e.STEP_BITS <= scans <= proof
    words(entropy, 5)
    assert len(set(words(entropy, 20))) == 20


def test_the_start_does_not_wait_for_a_dead_source():
    read = []
    Entropy(lambda: read.append(0) or 0)
    assert len(read) == e.START_LIMIT


def test_a_single_long_run_is_found_at_its_cutoff_and_not_before():
    for length, found in ((e.REPETITION_CUTOFF - 1, 0), (e.REPETITION_CUTOFF, 1)):
        for before in range(101, 105):  # wherever it begins in a scan's bits
            source = coin(13)
            bits = [source() for _ in range(before)] + [0] + [1] * length + [0]
            assert scripted(bits, source).failures == found
