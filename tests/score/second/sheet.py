"""A seat's sheet: which rule gave how many points and doubles, and what that makes."""


def rule_order(rule):
    """Rules sort as they are printed: start values, points, extras, doubles; then the number."""
    letter_and_number = rule.rsplit("-", 1)[1]
    return "VPED".index(letter_and_number[0]), letter_and_number


def printed(amounts):
    """[rule, amount] pairs in the order of the rules."""
    return [[rule, amounts[rule]] for rule in sorted(amounts, key=rule_order)]


class Sheet:
    """Lines and doubles, collected in any order, printed in the order of the rules."""

    def __init__(self):
        self.lines = {}
        self.doubled = {}

    def add(self, rule, points):
        """Points for a rule; the same rule twice adds up, nothing leaves no line."""
        if points:
            self.lines[rule] = self.lines.get(rule, 0) + points

    def double(self, rule, times=1):
        """Doubles for a rule, in the same way."""
        if times:
            self.doubled[rule] = self.doubled.get(rule, 0) + times

    @property
    def points(self):
        return sum(self.lines.values())

    @property
    def doubles(self):
        return sum(self.doubled.values())

    @property
    def full(self):
        """Points doubled, with no limit yet (rules ENG-10)."""
        return self.points * 2**self.doubles

    def entry(self, value, limits=(), **more):
        """The seat's part of the answer."""
        return {
            "lines": printed(self.lines),
            "doubles": printed(self.doubled),
            "points": self.points,
            "doubles_total": self.doubles,
            "value": value,
            "limits": list(limits),
            **more,
        }


def best(entries):
    """The entries of highest value, and of most points among those (rules ENG-06), each once."""
    entries = list(entries)
    if not entries:
        return []
    top = max((entry["value"], entry["points"]) for entry in entries)
    kept = []
    for entry in entries:
        if (entry["value"], entry["points"]) == top and entry not in kept:
            kept.append(entry)
    return kept
