"""Settings of this table: values with limits; names, units and limits are generated."""

from mjtable.generated.setting_table import DEFAULTS, MAXS, MINS


class Settings:
    """`value[i]` is read in the scan; `set` checks the range."""

    STATE = ("value", "changed")

    def __init__(self):
        self.value = list(DEFAULTS)
        self.changed = False  # since they were last kept

    def get(self, index):
        """Value of setting `index` in the unit of its name."""
        return self.value[index]

    def set(self, index, value):
        """"" when taken, "unknown" or "range" when not."""
        if not 0 <= index < len(DEFAULTS):
            return "unknown"
        if not MINS[index] <= value <= MAXS[index]:
            return "range"
        self.value[index] = value
        self.changed = True
        return ""
