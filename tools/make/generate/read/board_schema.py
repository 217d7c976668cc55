"""What machine.toml must hold about board, harness and mechanism; a key's end is its unit.

As in schema.py a new key, net, load, threshold or part has a row here and one in machine.toml.
"""

# End of a key -> unit; a key with none of these ends is a plain number, unit "1".
UNITS = {"um": "um", "mm": "mm", "ms": "ms", "us": "us", "hz": "hz", "mv": "mv", "ma": "ma",
         "ua": "ua", "mw": "mw", "mohm": "mohm", "pct": "pct", "deg": "deg", "g": "g",
         "awg": "awg", "uv_per_ma": "uv/ma", "kg_per_m3": "kg/m3"}

# Connectors: family -> domain of everything it carries. No two families mate.
FAMILIES = {"MSTB": "mains", "VH": "mains", "XH": "selv", "LOOP": "selv"}
EVERY_SECOND = "VH"  # uses every second contact of its housing
CONNECTOR = ["ref", "family", "domain", "title", "fitted", "pins", "cable"]
CABLE = ["length_mm", "gauge_awg", "wires"]
WIRE = ["pin", "colour", "to"]
PE_COLOUR = "GNYE"
COLOURS = {"BK": "black", "WH": "white", "GY": "grey", "PK": "pink", "RD": "red", "OG": "orange",
           "YE": "yellow", "OL": "olive", "GN": "green", "TQ": "turquoise", "LB": "light blue",
           "BU": "blue", "VT": "violet", "BN": "brown", "BG": "beige", "IV": "ivory",
           "SL": "slate", PE_COLOUR: "green and yellow"}
WIRED = ["connector", "board"]
DRIVE = ["what", "active", "wired", "test"]

# Sensors: kinds of what is at the other end of a wire.
SENSOR = ["title", "part", "signals", "emitter_ma", "supply_ma"]
SENSORS = ["counter", "slot", "reflective", "hall", "limit", "edge", "key", "coded"]

# Nets that no row of machine.toml names otherwise, by domain.
MAINS_NETS = ["L_IN", "N_IN", "PE", "L_SW", "N_SW", "L_MOT", "N_MOT", "L_MOT_A", "L_MOT_B"]
SELV_NETS = ["GND", "+12V", "12V_LOOP", "LOOP_LID", "LOOP_STOP", "+5V", "+5V_SAFE", "+3V3",
             "EMIT", "LED_DATA_5V", "DICE_OUT1", "DICE_OUT2", "NTC_HS", "NTC_BAY", "WD_OK",
             "ARM_OK", "STOP_2"]
DICE_NETS = ("DICE_OUT1", "DICE_OUT2")
SHARED_NETS = ["GND", "PE", "N_MOT", "+12V", "+5V", "+3V3", "EMIT", "LOOP_LID", "LOOP_STOP"]

# Supplies: rail -> its loads.
SUPPLY = ["net", "part", "feed", "volts_mv", "rating_ma", "loads"]
SUPPLIES = {
    "v12": ["loop_ma", "fan_ma", "lamps_ma", "dcdc_ma"],
    "v12_loop": ["k1_ma", "relays_ma"],
    "v5": ["lamps_ma", "safe_ma", "emit_ma", "sensors_ma", "dice_ma", "buzzer_ma", "pico_ma"],
    "v5_safe": ["optos_ma", "leds_ma"],
    "emit": ["sides_ma", "chain_ma"],
    "v3v3": ["pullups_ma", "logic_ma", "display_ma"],
}

THRESHOLDS = """
    supply_load_pct rc_tolerance_pct wd_r_pct wd_level_pct wd_off_ms wd_on_hz wd_slow_hz
    wd_slowest_hz zc_pulse_min_us zc_pulse_max_us pfail_mv v12_least_mv shed_mw gap_shed_ms
    journal_ms holdup_margin_pct
    current_full_ma current_uv_per_ma current_middle_mv opto_led_min_ua reset_mv
    creepage_reinforced_um creepage_basic_um pe_bond_mohm leakage_ua""".split()

TESTPOINT = ["net", "when", "min_mv", "max_mv"]
TESTPOINT_ELSE = ["else_when", "else_min_mv", "else_max_mv"]

MECHANISM = {section: keys.split() for section, keys in {
    "table": "size_um height_um surface_um panel_um rim_um skirt_um bottom_um base_um tube_um "
             "tube_wall_um leg_um hand_um clear_um",
    "wall": "stacks_min stacks_max grow_um spare_um corner_um river_rows",
    "lane": "centre_um start_um length_um width_um side_um floor_um",
    "slot": "centre_um start_um length_um width_um",
    "lift": "centre_um start_um length_um width_um plate_um up_um level_um tip_deg rod_um",
    "flap": "thick_um hinge_um open_deg",
    "belt": "line_um run_um width_um side_um thick_um slope_max_deg",
    "head": "pocket_um mouth_um drop_um body_um",
    "pusher": "stroke_um blade_um",
    "drum": "centre_um turned_deg floor_um lip_um hub_um collar_um shell_um shell_wall_um "
            "packing_pct",
    **dict.fromkeys(("vane_a", "vane_b", "vane_c", "vane_d"),
                    "at_deg inner_um outer_um yaw_deg bottom_um top_um"),
    "spring": "spokes rows set_on_deg inner_um step_um height_um sunk_um mouth_um wire_um coil_um",
    "ring": "width_um thick_um gap_um gap_min_um gap_max_um",
    "hatch": "radius_um opening_um thick_um post_um post_length_um dome_um",
    "finger": "wide_um narrow_um",
    "motor": "frame_um length_um large_um large_length_um mass_g large_mass_g",
    "bay": "length_um width_um height_um mass_g",
    "chain": "inside_um width_um floor_um height_um mass_g",
    "density": "steel_kg_per_m3 aluminium_kg_per_m3 board_kg_per_m3 plastic_kg_per_m3 "
               "rubber_kg_per_m3 ferrite_kg_per_m3 tile_kg_per_m3 fastener_pct",
    "advertised": "size_um height_um mass_g power_mw",
}.items()}


def unit_of(key: str) -> str:
    """The unit that the end of `key` names; "1" for a plain number."""
    ends = [end for end in UNITS if key.endswith(f"_{end}")]
    return UNITS[max(ends, key=len)] if ends else "1"


def units(keys: list[str]) -> dict[str, str]:
    """Key -> unit of a section of numbers."""
    return {key: unit_of(key) for key in keys}
