"""Fifty tables at once for 20 seconds; five minutes of it are `make soak PART=bridge`."""

import subprocess
import sys
import time

from mjsim.serving.many import each
from mjsim.serving.serve import Options
from mjtool.client import Client
from tests.browser.house import ROOT, Program
from tests.hardware.tools import absent
from tools.check.bridging.mosquitto import PROGRAM
from tools.check.bridging.parlour import TABLES, Parlour

MOST = 0.5
"""Of a core, in processor time, not by the clock: 0.15 was measured."""


def test_fifty_tables_with_people(tmp_path):
    if PROGRAM is None:
        absent("mosquitto")
    with Parlour(tmp_path, TABLES) as parlour:
        cpu, began = parlour.cpu_s(), time.monotonic()
        parlour.live(10.0)
        parlour.restart_broker(away_s=2.0)
        parlour.live(8.0)
        share = (parlour.cpu_s() - cpu) / (time.monotonic() - began)
        assert parlour.wrong() == []
        assert sum(len(heard) for heard in parlour.listener.events.values()) > TABLES
    print(f"the bridge took {share:.2f} of a core for {TABLES} tables")
    assert share < MOST


def test_tables_are_served_in_a_row_and_end_together(tmp_path):
    served = Program("mjsim", "serve", "--count", "3", "--seed", "7", state=tmp_path)
    urls = [served.first.strip(), *(served.process.stdout.readline().strip() for _ in range(2))]
    uids = []
    for url in urls:
        with Client(url) as client:
            uids.append(client.hello.uid)
    assert uids == ["sim7", "sim8", "sim9"]
    served.end()
    assert served.process.returncode == 0


def test_what_belongs_to_each_of_many():
    found = list(each(Options(seed=5, tcp="127.0.0.1:4000", store="mem", pty="/tmp/t"), 2))
    assert [(one.seed, one.tcp, one.store, one.pty) for one in found] == [
        (5, "127.0.0.1:4000", "mem-5", "/tmp/t-5"), (6, "127.0.0.1:4001", "mem-6", "/tmp/t-6")]
    assert [one.tcp for one in each(Options(tcp="127.0.0.1:0"), 2)] == ["127.0.0.1:0"] * 2


def test_more_ports_than_there_are():
    done = subprocess.run([sys.executable, "-m", "mjsim", "serve", "--tcp", "127.0.0.1:65535",
                           "--count", "2"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "mjsim: --tcp 127.0.0.1:65535: there are no 2 ports from there on\n"
