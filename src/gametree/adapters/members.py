"""Finds the methods and attributes of a user's rules by name and number of arguments.

Names are compared without underscores, capitals, and words such as "get" and "is" before them:
`getLegalMoves`, `legal_moves` and `get_all_legal_moves` are one name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import BadParameter
from .expressions import Expression

__all__ = [
    "AFTER",
    "JUST_MOVED",
    "LOST",
    "MASKS",
    "MOVES",
    "OVER",
    "PLAY",
    "PLAYER",
    "RESULT",
    "RUNNING",
    "START",
    "WINNER",
    "WINS",
    "WON",
    "Member",
    "Role",
    "convert",
    "find",
    "names_of",
    "takes",
]


class Role(NamedTuple):
    """The role of a method in a game, with the names that it may have.

    Attributes:
        keyword: what it is called, and the parameter that overrides what is found.
        names: those that it may have, as `_bare` leaves them, best first; behind a dot, an
            attribute only.
        takes: how many arguments it may take, best first.
        attribute: whether an attribute may stand for a method: "no", "property" (computed by
            its class), "flag" (True or False, or computed), or "any".

    """

    keyword: str
    names: tuple[str, ...]
    takes: tuple[int, ...] = (0,)
    attribute: str = "no"


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


START = Role("start", _names("initialstate start startstate newgame initial"), attribute="any")

MOVES = Role(
    "moves",
    _names(
        "legalactions legalmoves legalplays possibleactions possiblemoves possibleplays "
        "validactions validmoves validplays availableactions availablemoves availableplays "
        "allowedactions allowedmoves enumerateactions enumeratemoves actions moves plays"
    ),
    attribute="property",
)

PLAY = Role(
    "play",
    _names(
        "playmove applymove domove makemove takeaction applyaction doaction performaction "
        "performmove executeaction executemove playaction makeaction takemove nextstate "
        "successor transitionstate transition move play apply act push step"
    ),
    takes=(1,),
)
AFTER = Role("play", ("result",), takes=(1,))  # where there is no other: mostly it is a game's

OVER = Role(
    "over",
    _names(
        "gameover terminal over finished done ended gamefinished gameended gameend endgame "
        "hasended hasoutcome terminalstate terminaltest final complete end"
    ),
    attribute="flag",
)

RUNNING = Role(
    "over", _names("running ongoing playing inprogress gamerunning gameon"), attribute="flag"
)

RESULT = Role(
    "result",
    _names(
        "gameresult result results returns reward rewards utility utilities payoff payoffs "
        "outcome endresult finalscore scoring score scores value"
    ),
    takes=(1, 0),
    attribute="any",
)

WINNER = Role("winner", _names("winner winners"), attribute="any")
WINS = Role("wins", _names("haswon won win winner"), takes=(1,))
WON = Role("won", _names("win won haswon"))
LOST = Role("lost", _names("lose lost haslost"))

PLAYER = Role(
    "player",
    _names(
        "currentplayer playertomove tomove toplay nexttomove nexttoplay playertoplay "
        "currentteam currentturn activeplayer whoseturn whosturn playerturn turn sidetomove "
        "currentmark mark mover player .nextplayer"  # as a method it may well switch players
    ),
    attribute="any",
)

JUST_MOVED = Role(
    "just_moved",
    _names("playerjustmoved previousplayer lastplayer prevplayer lasttomove lastmover"),
    attribute="any",
)

MASKS = Role("mask", _names("actionmasks actionmask validactionmask legalactionmask"))

_BEFORE = ("get", "is", "all", "check", "find", "list", "generate", "calculate", "compute")

_ASKED = _names("player who p color colour side team agent mark playerjm perspective seat")
"""What a parameter with a default is called where the result is asked for a player."""


class Member(NamedTuple):
    """The member found for a role.

    Attributes:
        name: the user's name for it, or the parameter that stands for it.
        takes: how many arguments it takes beside the state.
        ask: calls it, with the state and these: an `Expression`, or the user's own function.
        instead: other names that would do.

    """

    name: str
    takes: int
    ask: Callable[..., Any]
    instead: tuple[str, ...] = ()


class _Subject:
    """An object, and what is known of its members."""

    def __init__(self, thing: Any, given_state: bool) -> None:
        self.thing = thing
        self.given_state = given_state  # its methods take the state as their first argument

    @cached_property
    def by_bare_name(self) -> dict[str, list[str]]:
        """Return all public names by their `_bare` forms."""
        found: dict[str, list[str]] = {}
        for name in sorted({*dir(type(self.thing)), *getattr(self.thing, "__dict__", ())}):
            if not name.startswith("_"):
                found.setdefault(_bare(name), []).append(name)
        return found

    def member(self, name: str, role: Role) -> Member | None:
        """Return the member of this name, if it can play the role."""
        held = inspect.getattr_static(self.thing, name, None)
        computed = isinstance(held, (property, cached_property))
        value = None if computed else getattr(self.thing, name, None)
        if callable(value) and not isinstance(value, type):
            for count in role.takes:
                if takes(value, count + self.given_state) and _meant(value, count, role):
                    return Member(name, count, self._method(name, count))
            return None
        allowed = {
            "no": False,
            "property": computed,
            "flag": computed or isinstance(value, bool),
            "any": not isinstance(value, type),
        }[role.attribute]
        if not allowed or (self.given_state and role is not START):
            return None
        return Member(name, 0, Expression(f"state.{name}"))

    def _method(self, name: str, count: int) -> Expression:
        more = ", asked" * count
        if self.given_state:
            return Expression(f"rules.{name}(state{more})", f"state{more}", rules=self.thing)
        return Expression(f"state.{name}({more[2:]})", f"state{more}")


def find(
    thing: Any, role: Role, given: Any = None, given_state: bool = False, but: str = ""
) -> Member | None:
    """Return the member of a user's object that plays a role; None if there is none.

    Args:
        thing: a state, or, with `given_state`, an object whose methods take a state first.
        role: what is wanted.
        given: the user's own choice: a name, or a function of the state and the arguments.
        given_state: see `thing`.
        but: what is not looked at, as it has another role.

    Raises:
        BadParameter: if what is given is neither.

    """
    subject = _Subject(thing, given_state)
    if given is not None:
        return _given(subject, role, given)
    fitting = [
        member
        for wanted in role.names
        for name in subject.by_bare_name.get(wanted.removeprefix("."), ())
        if name != but
        and (member := subject.member(name, role)) is not None
        and not (wanted.startswith(".") and callable(getattr(type(thing), name, None)))
    ]
    if not fitting:
        return None
    return fitting[0]._replace(instead=tuple(member.name for member in fitting[1:]))


def _given(subject: _Subject, role: Role, given: Any) -> Member:
    owner = type(subject.thing).__name__
    if isinstance(given, str):
        member = None
        if hasattr(subject.thing, given):
            member = subject.member(given, role._replace(attribute="any"))
        if member is None:
            raise BadParameter(
                f"{role.keyword}={given!r}: {owner} has no such member that takes "
                f"{_counts(role, subject.given_state)}"
            )
        return member
    if not callable(given):
        raise BadParameter(
            f"{role.keyword} must be the name of a method or attribute of {owner}, or a function "
            f"of a state, not {given!r}"
        )
    for count in role.takes:
        if takes(given, 1 + count):
            return Member(f"{role.keyword}=", count, given)
    raise BadParameter(f"{role.keyword} must be a function of {_counts(role, True)}")


def takes(function: Callable[..., Any], count: int) -> bool:
    """Return True if a function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a built-in that does not say
        return True
    return True


def names_of(thing: Any, role: Role) -> list[str]:
    """Return the names under which a class or an object may have a role, of any kind."""
    there = dir(thing)
    return [name for name in there if not name.startswith("_") and _bare(name) in role.names]


def convert(value: Any) -> Any:
    """Return a number of NumPy as Python's own; anything else as it is."""
    if getattr(value, "ndim", None) == 0 and callable(item := getattr(value, "item", None)):
        return item()
    return value


def _meant(function: Callable[..., Any], count: int, role: Role) -> bool:
    """Return True if the last argument is one of the role's: a default must be a player's."""
    if count == 0 or role.takes != (1, 0):
        return True
    last = list(inspect.signature(function).parameters.values())[count - 1 :][-1:]
    if not last or last[0].default is last[0].empty:
        return True
    bare = last[0].name.replace("_", "").lower()
    return any(bare.startswith(word) or bare.endswith(word) for word in _ASKED if len(word) > 1)


def _bare(name: str) -> str:
    """Return a name without underscores, capitals, and words that say little."""
    bare = name.replace("_", "").lower()
    while found := next((w for w in _BEFORE if bare.startswith(w) and len(bare) > len(w)), ""):
        bare = bare.removeprefix(found)
    return bare


def _counts(role: Role, with_state: bool) -> str:
    def told(count: int) -> str:
        parts = ["a state"] * with_state + [_ARGUMENT.get(role.keyword, "a player")] * count
        return " and ".join(parts) or "no argument"

    return " or ".join(map(told, role.takes))


_ARGUMENT = {"play": "a move"}
