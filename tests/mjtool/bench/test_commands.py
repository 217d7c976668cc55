"""`mjtool bench` as people give it: sentences, exit codes, reports."""

import json

import pytest

from mjtool.bench import store
from mjtool.jog import Run

TABLE = "sim://table"


def test_a_sound_motor(at_port, run):
    at_port()
    result = run("bench", "motor", "lift_b")
    assert result.exit_code == 0
    assert result.stdout == "+ motor lift_b: ok.\n"


def test_a_jammed_motor_is_named_with_its_wires_and_the_exit_code_is_5(at_port, run):
    at_port("jam head_b")
    result = run("bench", "motor", "head_b")
    assert result.exit_code == 5
    assert "X motor head_b: jammed" in result.stdout
    assert "Wires: J21 pin 1, brown" in result.stdout
    assert "What to do: turn it by hand" in result.stdout


def test_for_programs(at_port, run_json):
    at_port("open ring")
    code, [value] = run_json("bench", "motor", "ring")
    assert code == 5
    assert (value["item"], value["grade"], value["word"]) == ("motor ring", "failed", "open")
    assert value["wires"] == "J11 pin 1, brown"


@pytest.mark.parametrize(("words", "text"), [
    (("motor", "drumm"), "this table has no motor `drumm`. What to do: try drum"),
    (("motor", "drum", "--seconds", "61"), "--seconds 61 is outside 0.05 to 60"),
    (("sensor", "cnt_e"), "this table has no sensor `cnt_e`"),
    (("identify", "--twitch", "x"), "this table has no motor `x`"),
    (("mechanism", "lift"), "this table has no motor `lift`"),
    (("all", "--stage", "wet"), "--stage is one of bare, 12v, mains, not `wet`"),
])
def test_what_does_not_exist(words, text, at_port, run):
    at_port()
    result = run("bench", *words)
    assert result.exit_code == 2
    assert text in result.stderr


@pytest.mark.parametrize(("content", "text"), [
    ("{", "this is no report"), ('{"form": 99, "items": []}', "no report of this mjtool")])
def test_against_a_file_that_is_no_report(content, text, at_port, run, tmp_path):
    at_port()
    path = tmp_path / "old.json"
    path.write_text(content)
    result = run("bench", "motor", "ring", "--against", path)
    assert result.exit_code == 2 and text in result.stderr and "old.json" in result.stderr
    result = run("bench", "motor", "ring", "--against", tmp_path / "none.json")
    assert result.exit_code == 2 and "cannot be read: No such file" in result.stderr


def test_malformed_answers(at_port, run, tmp_path):
    at_port()
    path = tmp_path / "answers.toml"
    path.write_text('"look drum" = yes\n')
    result = run("bench", "all", "--answers", path)
    assert result.exit_code == 2
    assert "answers.toml:1: malformed" in result.stderr


def test_sensors_are_shown_and_tried(at_port, run):
    at_port("swapped park_a mid_a")
    shown = run("bench", "sensor", "--port", TABLE)
    assert "cnt_a" in shown.stdout and "IN0.0" in shown.stdout
    tried = run("bench", "sensor", "park_a", "mid_a", "lift_up_a")
    assert tried.exit_code == 5
    assert "X sensor park_a: swapped: mid_a changed in its place" in tried.stdout
    assert "+ sensor lift_up_a: ok" in tried.stdout


def test_which_motor_twitched(at_port, run):
    at_port("motors swapped lift_a lift_b")
    result = run("bench", "identify", "--twitch", "lift_a")
    assert result.exit_code == 5
    assert "lift_b moved when it was switched on" in result.stdout
    assert "+ motor ring: ok: it was ring." in run("bench", "identify", "--twitch", "ring").stdout


def test_cycles_have_mean_p95_and_trend(at_port, run_json):
    at_port()
    code, values = run_json("bench", "mechanism", "lift_a", "--cycles", 4)
    up = values[0]["cycles"]["up"]
    assert code == 0 and up["cycles"] == 2
    assert 1400 < up["mean_ms"] <= up["p95_ms"] < 2300
    assert abs(up["trend_ms"]) < 200


def test_dice_mains_panel_lamps_and_latency(at_port, run, run_json):
    at_port()
    assert "motor dice: ok" in run("bench", "dice", "--rolls", 3).stdout
    mains = run("bench", "mains").stdout
    assert "+ mains frequency: ok" in mains and "ma_drum" in mains
    assert "+ sensor elevator: ok" in run("bench", "panel").stdout
    lamps = run("bench", "lamps")
    assert lamps.exit_code == 0 and "+ panel beep: ok" in lamps.stdout
    _, [latency] = run_json("bench", "latency", "--count", 20)
    assert 0 < latency["p50"] <= latency["p99"]


def test_the_whole_visit_is_written_and_compared_with_the_next(at_port, run, tmp_path):
    at_port()
    first = run("bench", "all", "--out", tmp_path / "first")
    assert first.exit_code == 0, first.stdout
    page = (tmp_path / "first.html").read_text()
    assert "Nothing failed" in page and "<svg" in page and "http" not in page.split("<body>")[1]
    assert "sim7" in page and "firmware" in page
    made = json.loads((tmp_path / "first.json").read_text())
    assert made["stage"] == "mains" and made["unit"]["uid"] == "sim7"
    rows = (tmp_path / "first.csv").read_text().splitlines()
    assert len(rows) == len(made["items"]) + 1
    at_port("jam lift_c", seed=11)
    store.keep(made | {"unit": made["unit"] | {"uid": "sim11"}})
    second = run("bench", "all", "--out", tmp_path / "second")
    assert second.exit_code == 5
    assert "Since the last visit: motor lift_c: was ok, is jammed." in second.stderr
    assert "Since the last visit" in (tmp_path / "second.html").read_text()


def test_a_visit_that_was_broken_off_goes_on(at_port, run, monkeypatch):
    made = at_port()
    answer, asked = made.witness.answer, []

    def tires(ask):
        asked.append(ask.id)
        if ask.id == "tile belt_a":
            raise KeyboardInterrupt
        return answer(ask)

    made.witness.answer = tires
    result = run("bench", "all")
    assert result.exit_code != 0 and "--resume` goes on" in result.stderr
    asked.clear()
    made.witness.answer = lambda ask: asked.append(ask.id) or answer(ask)
    result = run("bench", "all", "--resume")
    assert result.exit_code == 0, result.stdout
    assert "tile belt_a" in asked and "touch cnt_a" not in asked


def test_after_a_move_a_loose_plug_is_found(at_port, run):
    at_port("stuck mid_b off")
    result = run("bench", "after-move")
    assert result.exit_code == 5
    assert "X sensor mid_b: stuck" in result.stdout
    assert "J31 pin 6, green" in result.stdout


def test_a_report_that_cannot_be_kept_or_written(at_port, run, tmp_path, monkeypatch):
    at_port()
    (tmp_path / "file").write_text("")
    result = run("bench", "all", "--stage", "bare", "--out", tmp_path / "file" / "x")
    assert result.exit_code == 2 and "the report cannot be written" in result.stderr
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = run("bench", "all", "--stage", "bare")
    assert result.exit_code == 2 and "the report cannot be kept" in result.stderr


def test_the_old_names_say_the_new_ones(at_port, run):
    at_port()
    result = run("service", "sensors", "lid")
    assert "will go with the next version; use `mjtool bench sensor`" in result.stderr
    assert "lid" in result.stdout


def test_the_old_name_of_a_jog_says_so_once(at_port, run, monkeypatch):
    at_port()
    monkeypatch.setattr("mjtool.jog.run", lambda *more: Run(1.0, 1000))
    result = run("service", "motor", "drum")
    assert result.exit_code == 0
    assert result.stderr.lower().count("deprecat") == 0
    assert result.stderr.count("`mjtool service motor` will go with the next version") == 1


def test_a_stage_that_was_not_tried_whole_is_no_acceptance(at_port, run, run_json):
    made = at_port()
    answer = made.witness.answer
    made.witness.answer = lambda ask: "" if ask.id == "volts TP2" else answer(ask)
    words = ("bench", "all", "--stage", "bare")
    result = run(*words)
    assert result.exit_code == 0
    assert "- point TP2: not tried: not measured" in result.stdout
    assert "not in stage" not in result.stdout and len(result.stdout.splitlines()) == 2
    assert "1 item of this stage was not tried" in result.stderr
    assert "Later stages have the rest: " in result.stderr
    assert run(*words, "--complete").exit_code == 5
    assert run_json(*words, "--complete")[0] == 5
    made.witness.answer = answer
    assert run(*words, "--complete").exit_code == 0


def test_an_answer_that_nobody_asks_for_is_told(at_port, run, tmp_path):
    at_port()
    path = tmp_path / "answers.toml"
    path.write_text('"look LAMPX" = "yes"\n')
    result = run("bench", "lamps", "--answers", path)
    assert "never asked for in the answers file: look LAMPX" in result.stderr
