"""How a match begins: its name, the game, the people, the chips. The journal's first line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..flow import rotation
from ..registry import GAMES
from ..ruleset import RuleSet, builtin
from ..wall import profile_hint, rounds_of, system_of
from . import ledger as ledgers
from .errors import MatchError
from .ledger import Ledger
from .names import match_name, people
from .rules import Club, of_journal

RESERVE, ROTATING, BETTOR = "reserve", "rotating", "bettor"
ROLES = (RESERVE, ROTATING, BETTOR)
MAY = {"rules"}  # may be missing: then the system's own rules are played
FIELDS = {"do", "name", "profile", "players", "fifth", "role", "config", "ledger", "rounds"}


@dataclass(frozen=True)
class Setup:
    """`players` sit at sides A, B, C, D in the first hand, which side A deals.

    The fifth person waits as a reserve, takes the chair of whoever gives up the deal (rotating),
    or bets (rule SA-T13). `rounds` is how long the game is: None as the profile has it, 0 open.
    """

    name: str
    profile: str
    players: tuple[str, ...]
    fifth: str | None = None
    role: str | None = None
    config: dict[str, Any] = field(default_factory=dict)
    ledger: Ledger = Ledger()
    rounds: int | None = None
    rules: Club | None = None  # a club's own

    @property
    def system(self) -> str:
        """The system of rules that the profile's name begins with."""
        return system_of(self.profile)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody, the fifth person last."""
        return self.players if self.fifth is None else (*self.players, self.fifth)

    def first_deal(self) -> rotation.Standing:
        """Before the first hand, which side A deals (design architecture)."""
        stays = self.config.get("east_stays_on_draw")
        if stays is None:  # null is the default
            stays = self.played.options.get("east_stays_on_draw", True)
        rounds = rounds_of(self.profile) if self.rounds is None else self.rounds
        return rotation.start(self.profile, rounds=rounds, east_stays_on_draw=stays is not False)

    @property
    def played(self) -> RuleSet:
        """The rules that are played."""
        return _played(self.rules, self.system)

    @property
    def title(self) -> str:
        """What is played, for people: the profile, and the rules where they are a club's own."""
        return self.profile + (f" by the rules {self.played.name}" if self.rules else "")

    def as_action(self) -> dict[str, Any]:
        """The journal's first line."""
        own = {"rules": self.rules.tables} if self.rules is not None else {}
        return own | {
            "do": "new",
            "name": self.name,
            "profile": self.profile,
            "players": list(self.players),
            "fifth": self.fifth,
            "role": self.role,
            "config": self.config,
            "ledger": self.ledger.as_json(),
            "rounds": self.rounds,
        }


def checked(
    name: object,
    profile: object,
    players: object,
    fifth: object = None,
    role: object = None,
    config: object = None,
    ledger: Ledger | None = None,
    rounds: object = None,
    own: object = None,
) -> Setup:
    """A setup that can be played, or MatchError; the scorer checks the options of the config.

    `own` are a club's rules, or the tables of such rules as a journal has them.
    """
    if not isinstance(profile, str) or profile not in GAMES:
        raise MatchError(f"there is no profile {profile!r}{profile_hint(profile)}", "profile")
    everybody = people(players, fifth)
    if config is not None and not isinstance(config, dict):
        raise MatchError("config is an object of options", "config")
    system = system_of(profile)
    club = own if isinstance(own, Club) else of_journal(own, system)
    return Setup(
        match_name(name),
        profile,
        everybody[:4],
        everybody[4] if fifth is not None else None,
        _role(_played(club, system), fifth, role),
        dict(config or {}),
        ledgers.of_system(system) if ledger is None else ledger,
        None if rounds is None else ledgers.amount(rounds, "rounds", 0),
        club,
    )


def _played(club: Club | None, system: str) -> RuleSet:
    return builtin(system) if club is None else club.played


def _role(played: RuleSet, fifth: object, role: object) -> str | None:
    if fifth is None:
        if role is not None:
            raise MatchError("a role needs a fifth person", "role")
        return None
    role = RESERVE if role is None else role
    if not isinstance(role, str) or role not in ROLES:
        raise MatchError(f"{role!r} is none of {', '.join(ROLES)}", "role")
    if role == BETTOR and BETTOR not in builtin(played.system).fifth:
        raise MatchError(
            f"nobody can bet in {played.system}; only SHOP-A knows a bettor", "role", "SA-T13"
        )
    if role not in played.fifth:
        raise MatchError(f"a fifth is no {role} by the rules {played.name}", "role")
    return role


def read(action: Mapping[str, Any]) -> Setup:
    """The journal's first line, checked."""
    if action.get("do") != "new" or set(action) - MAY != FIELDS:
        raise MatchError("a match begins with its setup", "journal.1")
    return checked(
        action["name"],
        action["profile"],
        action["players"],
        action["fifth"],
        action["role"],
        action["config"],
        ledgers.read(action["ledger"]),
        action["rounds"],
        action.get("rules"),
    )
