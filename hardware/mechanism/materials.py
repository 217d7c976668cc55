"""What parts are made of: the density's name in machine.toml and the colour in pictures."""

# material: (density, or "" for parts that state their mass, colour, words for the parts list)
MATERIALS = {
    "sheet": ("steel", "#b9c2cb", "sheet steel"),
    "steel": ("steel", "#8d98a5", "steel"),
    "tube": ("steel", "#69737f", "steel tube"),
    "aluminium": ("aluminium", "#d5dbe0", "aluminium"),
    "board": ("board", "#94633f", "board"),
    "rim": ("board", "#8b552f", "hardwood rim"),
    "top": ("board", "#21795b", "board with felt"),
    "dish": ("plastic", "#5f6e7c", "ABS, floor lined with polyethylene"),
    "plastic": ("plastic", "#e9e4d8", "ABS"),
    "dark": ("plastic", "#39434d", "ABS"),
    "belt": ("rubber", "#2f3338", "belt with pulleys"),
    "bar": ("rubber", "#262b30", "rubber"),
    "spring": ("", "#c9ced4", "close-wound springs of music wire"),
    "ring": ("ferrite", "#c8553d", "magnet ring"),
    "motor": ("", "#4a78a8", "gear motor"),
    "bay": ("", "#3b6b4a", "electronics"),
    "sensor": ("", "#e0b63a", "sensor"),
    "chain": ("steel", "#777777", "chain"),
    "tiles": ("tile", "#f4efe2", "tiles"),
}
