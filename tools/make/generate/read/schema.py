"""What hardware/machine.toml must hold: sections, keys and units.

A new number is a row here and one in machine.toml: without this one it is an unknown key, without
that one a missing key. Which of them the firmware gets, code/timing.py says; the plant gets all.
"""

NUMBER = ["value", "unit", "grade", "source"]
GRADES = ["default", "computed", "measured", "check-datasheet"]
SIDES = "ABCD"

# Sections of numbers: key -> unit.
VALUES = {
    "mains": {
        "volts_v": "v", "hz": "hz", "tolerance_dhz": "dhz", "half_cycle_ms": "ms",
        "lost_one_ms": "ms", "lost_two_ms": "ms", "gone_ms": "ms",
    },
    "power": {
        "budget_mw": "mw", "peak_mw": "mw", "start_gap_ms": "ms",
    },
    "logic": {
        "mw": "mw",
    },
    "start": {
        "ms": "ms",
    },
    "scan": {
        "period_ms": "ms", "late_max_ms": "ms", "work_max_ms": "ms", "work_ms": "ms",
        "react_ms": "ms",
    },
    "lag": {
        "min_ms": "ms", "max_ms": "ms",
    },
    "dir": {
        "settle_ms": "ms",
    },
    "relay": {
        "ms": "ms",
    },
    "current": {
        "off_ma": "ma", "off_ms": "ms", "mismatch_pct": "pct", "mismatch_ms": "ms",
    },
    "temperature": {
        "warn_dc": "dc", "stop_dc": "dc", "low_dc": "dc", "high_dc": "dc",
    },
    "tile": {
        "length_um": "um", "width_um": "um", "thick_um": "um", "pitch_um": "um",
        "pulse_ms": "ms",
    },
    "belt": {
        "length_um": "um", "speed_um_per_ms": "um/ms", "pitch_um": "um", "buffer": "1",
        "gap_ms": "ms", "transit_ms": "ms",
    },
    "count": {
        "min_ms": "ms", "max_ms": "ms", "notch_ms": "ms", "sure_ms": "ms",
        "lost_ms": "ms", "double_pct": "pct",
    },
    "bounce": {
        "ppm": "ppm", "min_ms": "ms", "max_ms": "ms",
    },
    "inlet": {
        "stuck_ms": "ms",
    },
    "head": {
        "speed_mdeg_per_ms": "mdeg/ms", "turn_ms": "ms", "park_from_deg": "deg",
        "park_to_deg": "deg", "mid_from_deg": "deg", "mid_to_deg": "deg",
        "push_from_deg": "deg", "push_to_deg": "deg", "warn_ms": "ms", "limit_ms": "ms",
        "mouth_ms": "ms",
    },
    "drum": {
        "radius_mm": "mm", "tilt_deg": "deg", "rev_ms": "ms", "edge_ms": "ms",
        "edge_warn_ms": "ms", "edge_limit_ms": "ms",
    },
    **dict.fromkeys(("mixing_pessimistic", "mixing_middle", "mixing_optimistic"), {
        "load_pct": "pct", "exchange_per_ks": "per_ks", "diffuse_mrad2_per_s": "mrad2/s",
        "behind_mrad_per_s": "mrad/s", "cling_pct": "pct", "cling_per_ks": "per_ks",
        "follow_pct": "pct", "rim_pct": "pct", "far_pct": "pct",
        "looks": "1",
    }),
    "ring": {
        "radius_mm": "mm", "slots": "1", "rev_ms": "ms", "edge_ms": "ms", "edge_warn_ms": "ms",
        "edge_limit_ms": "ms",
    },
    "rot": {
        "edges": "1",
    },
    "pick": {
        "mu_per_ks": "per_ks",
    },
    "flip": {
        "phi_per_ks": "per_ks", "psi_per_ks": "per_ks",
    },
    "chain": {
        "index_ms": "ms", "corner_ms": "ms", "flag_ms": "ms", "warn_ms": "ms", "limit_ms": "ms",
    },
    "lift": {
        "speed_mdeg_per_ms": "mdeg/ms", "travel_um": "um", "up_ms": "ms", "down_ms": "ms",
        "dwell_ms": "ms", "up_from_deg": "deg", "up_to_deg": "deg", "dn_from_deg": "deg",
        "dn_to_deg": "deg", "warn_ms": "ms", "limit_ms": "ms", "spread_ms": "ms",
    },
    "hatch": {
        "travel_um": "um", "travel_ms": "ms", "spread_pct": "pct", "flag_pct": "pct",
        "ajar_pct": "pct",
        "reverse_um": "um", "warn_ms": "ms", "limit_ms": "ms",
    },
    "dice_plate": {
        "rot_edge_ms": "ms", "stall_ms": "ms", "settle_ms": "ms",
    },
    "severities": {
        "slow_pct": "pct", "weak_pct": "pct", "weak_start_ms": "ms", "dim_pct": "pct",
        "late_ms": "ms", "run_on_pct": "pct", "run_on_more_ms": "ms", "jam_current_pct": "pct",
        "open_current_pct": "pct",
    },
}

SPREAD = ["of", "unit", "typical", "worn", "grade", "source"]
SPREADS = {
    "drum_speed": "pct", "ring_speed": "pct", "hatch_speed": "pct", "chain_speed": "pct",
    "belt_speed": "pct", "head_speed": "pct", "lift_speed": "pct", "dice_speed": "pct",
    "run_speed": "pct", "warm_speed": "pct", "load_speed": "pct", "mains_volts": "pct",
    "mains_hz": "mhz", "coast": "pct", "lag": "pct", "watts": "pct", "current_noise": "pct",
    "cam_edge": "mdeg", "hatch_edge": "ppm", "magnet_edge": "pct", "contact_bounce": "ms",
    "beam_place": "um", "beam_threshold": "um", "beam_hysteresis": "um", "beam_dirt": "um_per_h",
    "gap": "um", "touching": "ppm", "shingle": "ppm", "slip": "um", "tile_length": "um",
    "tile_magnet": "pct", "tile_weight": "pct", "pick": "pct", "drop_out": "pct",
}
MOTOR_TYPE = {"run_mw": "mw", "start_pct": "pct", "coast_max_ms": "ms", "max_on_ms": "ms"}
MOTOR_TYPES = ["drum", "ring", "hatch", "chain", "belt", "head", "lift", "dice"]
MOTOR = ["type", "output", "group", "dir", "fitted"]
MACHINE = ["title", "default", "wired", "strap_4port", "lines", "chain", "tiles_a_push"]
SIGNAL = ["fitted", "idle", "active", "part", "what", "wired", "test", "edges", "stuck"]
ACTIVE = ["low", "high"]
EDGES = ["set", "power", "never"]
PIN = ["gp", "dir", "function", "reset", "use"]
PINS = """
    uart0_tx uart0_rx sr_sck sr_mosi sr_miso sr_latch sr_load_n out_oe_n i2c0_sda i2c0_scl
    wd_kick arm safe_fb zc lmot_fb pfail_n led_data buzz dice_in1 dice_in2 btn_mark_n
    btn_elevator_n emit_en i_a i_b amux""".split()
GROUPS = ["A", "B", "DC"]
SECTIONS = ["provenance", "machines", *VALUES, "motor_types", "motors", "inputs", "outputs",
            "signals", "sensors", "drives", "pins", "controllers", "amux", "connectors",
            "supplies", "thresholds", "testpoints", "mechanism", "spread"]
