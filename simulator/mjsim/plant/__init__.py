"""The machine's physics: motors in, sensors out, and tiles nobody else can see.

The plant knows the firmware only by the output image and shows it only the input image. Time
is an integer of milliseconds since the start. It is event driven: `next_ms` is the time of the
next thing that happens by itself (`NEVER` when nothing will), `advance(t)` lets everything up
to and including `t` happen. Calling `advance` more often than needed changes nothing;
`advance_to_edge(t)` goes no further than to the first event that an input shows, and says when.

    plant = Plant("four_port", seed=1)
    green = plant.new_set("green", 136)      # ids of tiles, in a box beside the machine
    plant.advance(t); plant.write(motors, aux, t)

Images
    level rose fell       bytearray(9), bits as in the I/O map; rose and fell latch until the
    edges                 board clears them; bit i = byte i has edges, bit 9 = an analogue value
                          below has changed (only ever after an injected anomaly)
    mains_gap_ms mains_dhz amps_a_ma amps_b_ma temp_hs_dc temp_bay_dc
    write(motors, aux, t) output image at t; arm(on, t) motor power asked for; emit(on, t)
                          supply of the optical emitters (off: CNT, INLET, JAM read 0)
    set_input(name, on)   keys and switches, as "elevator", "mark", "svc", "rule0", "dice_a";
                          "lid" opens the stop loop too, press_stop(on) is the stop button
    mains_off() mains_on() cut_mains(ms) lose_half_cycle() set_mains_hz(hz)
    logic_ok              False while the controller itself has no supply (mains cut beyond the
                          hold-up time); `power_cycles` counts the restarts: boot a fresh table

Tiles (ids are ints; `tile_set[id]` "green"/"blue"; `place(id)` as "drum", "belt_b", "head_a",
"lane_c", "table_d", "hand")
    new_set(name, n)            make a set of n tiles, in the hand (beside the machine)
    drop(tiles, sides=None)     through the open hatch, in this order (first = deepest); from
                                hand or table; sides: the side each is swept from (0..3)
    table_tiles(name="")        ids on the table, side A first, every side in wall order
    take_from_table(tiles)      table -> hand (a tile on the floor, in a sleeve, back to its box)
    put_on_table(tiles, side)   hand -> table
    hand_tiles(name="")         ids in the hand
    add_loose(tiles)            the same as drop, for tiles added late
    loose, on_belt(line), held(line), lane(side)     what is where, inside the machine
    stacks                      list of 4: stacks on the lift lanes (A..D)
    waiting_set                 set whose tiles stand on the lift lanes, "" when none
    set_in_works                set with tiles in drum, belts or heads, "" when none
    walls(side)                 [(position from the player's right, 1.., tier "t"/"b", tile), ...]
                                of the wall last raised on that side, in the order it was built,
                                lower tile first; empty when its tiles have left the table
    waiting(side)               the same for a wall still on its lane
    drop_order[id] drop_side[id]    rank (0..) and side of the tile's last drop
    exit_order[id]                  rank (0..) in which it left the drum since the last drop
    all_face_down(side)         True when no tile of the raised wall lies face up
    counts()                    tiles by drum, belts, heads, lanes, table, hand (a dict)
    check()                     every tile in exactly one place, or a violation; `moves` counts

    lose(n) some(n) stray(name, n)  what injected faults do to tiles

Dice: `dice_count` (2 or 3, settable), `dice` pips after the last roll, `dice_rest_ms` the time
    they came or come to rest (NEVER while the plate turns), `rolls` how many rolls.

Results: `violations` sentences, each beginning with its time; `incidents` the same for things
    that an injected fault explains; `busy_ms`, `peak_running_mw`, `peak_start_mw`,
    `min_start_gap_ms`, `limit_run_mw limit_start_mw limit_gap_ms` (settable), `events` handled.

Faults: `mjsim.plant.inject` (names, help, `parse`, `apply`).
"""

from mjsim.plant.machine import LIMITS, MESSES, Plant
from mjsim.plant.numbers import MAX_STACKS, NEVER
from mjsim.plant.signals import INPUT

__all__ = ["INPUT", "LIMITS", "MAX_STACKS", "MESSES", "NEVER", "Plant"]
