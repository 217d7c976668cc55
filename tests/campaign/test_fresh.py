"""As many runs as fit a minute, with a seed of their own every time: nothing may fail."""

from mjsim.campaign.command import Asked, faults

SECONDS = 60.0


def test_a_minute_of_runs_breaks_no_rule(pytestconfig, capsys):
    """The seed is that of the header, and stands in each line of a failure."""
    seed = int(pytestconfig.getoption("hypothesis_seed") or 1)
    code = faults(Asked(runs=100_000, seed=seed, seconds=SECONDS, bisect=False))
    out = capsys.readouterr().out
    assert code == 0, out
    assert "campaign seed %d: " % seed in out
