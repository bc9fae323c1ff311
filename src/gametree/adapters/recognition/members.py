"""Finds the methods and attributes of a user's rules by name and number of arguments.

Names are compared without underscores, capitals, and words such as "get" and "is" before them:
`getLegalMoves`, `legal_moves` and `get_all_legal_moves` are one name.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...errors import BadParameter
from .expressions import Expression
from .module_functions import ModuleFunctions, called
from .roles import SET_UP, START, Role

__all__ = [
    "Member",
    "arguments_of",
    "constructor_sets",
    "find",
    "find_item",
    "maker_of",
    "named",
    "names_of",
    "required_arguments",
    "takes",
]

_BEFORE = ("get", "is", "all", "check", "find", "list", "generate", "calculate", "compute")

_BEHIND = ("forcurrentplayer", "ofcurrentplayer")
"""Words behind a name that say little."""

_MISSPELT = {
    "avaliable": "available",
    "availible": "available",
    "avalible": "available",
    "availabe": "available",
    "posible": "possible",
    "possilbe": "possible",
    "leagal": "legal",
}
"""Words of names as they are often written, and as the lists of names have them."""

_ASKED = (
    "player",
    "who",
    "color",
    "colour",
    "side",
    "team",
    "agent",
    "mark",
    "perspective",
    "seat",
)
"""What a parameter is called that stands for a player, where the result is asked for one."""

_ASKING = ("is", "check", "find", "list")
"""How a name begins that asks about a move: what has it plays none."""

_SEVERAL = (list, tuple, set, frozenset, np.ndarray)

_LEGAL = (
    "legal", "available", "valid", "possible", "allowed", "playable", "empty", "free", "open"
)  # fmt: skip

_PLAYING = (
    "player", "color", "colour", "side", "team", "agent", "mark", "letter", "symbol", "turn"
)  # fmt: skip
"""What a parameter is called that stands for whoever plays the move, beside the move."""

_PIECES = ("piece", "token", "disc", "disk", "stone", "chip", "marker", "id", "who")
"""What a parameter is called that may stand for whoever plays, or be a part of the move."""

_MOVED = ("move", "action", "cell", "column", "col", "row", "position", "pos", "square")
"""What a parameter is called that stands for a move: no player has won by it."""

_COORDINATES = ("x", "y", "i", "j", "r", "c", "h", "w", "to", "end", "target", "dest")
_SHOWING = (
    "visual", "verbose", "simulat", "draw", "render", "display", "print", "debug", "valid", "check",
    "update", "log", "silent", "anim",
)  # fmt: skip
"""How a parameter is called that says how a move is shown or checked."""

_STATE = ("state", "board", "game")
"""What a parameter is called that stands for a state, which no move has."""

_NUMBER = ("index", "idx", "number", "num")
"""How a parameter ends that stands for one of several boards."""


class Member(NamedTuple):
    """The member found for a role.

    Attributes:
        name: the user's name for it, or the parameter that stands for it.
        takes: how many arguments it takes beside the state.
        ask: calls it, with the state and these: an `Expression`, or the user's own function.
        instead: other names that would do.
        parts: how many of the method's own arguments the items of a move are; 0: it takes the
            move as it is.
        for_player: whether it takes the name of the player as well, as nothing tells whose turn
            it is.
        all_parts: the member to take in its place if the moves have an item for each argument, also
            for the one that seems to be a player: `place(row, column, color)`.
        with_player: the member to take if they have none for the last argument, which may be the
            player's piece: `drop(column, piece)`.
        by_name: the member to take if moves are objects with attributes of its arguments' names.
        fields: these names.
        following: what lists the states behind the moves, where moves are their indices.

    """

    name: str
    takes: int
    ask: Callable[..., Any]
    instead: tuple[str, ...] = ()
    parts: int = 0
    for_player: bool = False
    all_parts: Any = None
    with_player: Any = None
    by_name: Any = None
    fields: tuple[str, ...] = ()
    following: Callable[[Any], Any] | None = None


class _Subject:
    """An object, and what is known of its members."""

    def __init__(self, thing: Any, given_state: bool, turn: Member | None = None) -> None:
        self.thing = thing
        self.given_state = given_state  # its methods take the state as their first argument
        self.turn = turn  # what tells whose turn it is

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
                if not takes(value, count + self.given_state) or not _meant(value, count, role):
                    continue
                if not self.given_state or role is START or not _is_player_first(value):
                    return Member(name, count, self._method(name, count))
            return None
        allowed = {
            "no": False,
            "property": computed,
            "listing": computed or (isinstance(value, _SEVERAL) and _says_legal(name)),
            "flag": computed or isinstance(value, bool),
            "any": not isinstance(value, type),
        }[role.attribute]
        if not allowed or (self.given_state and role is not START):
            return None
        return Member(name, 0, Expression(f"state.{name}"))

    def sees_state(self, name: str, role: Role) -> bool:
        """Return False for a method of the class alone, which is given no state, either."""
        held = inspect.getattr_static(self.thing, name, None)
        of_class = isinstance(held, (staticmethod, classmethod))
        return self.given_state or role is START or not of_class

    def written_out(self, name: str, role: Role) -> Member | None:
        """Return the method of this name, if the names of its arguments say what they are.

        `make_move(row, column)` takes the items of a move, `legal_moves(player)` and
        `play(move, color)` whose turn it is.
        """
        value = getattr(self.thing, name, None)
        if not role.written_out or not callable(value) or isinstance(value, type):
            return None
        names = required_arguments(value)[self.given_state :]
        playing = [name for name in names if _is_one_of(_PLAYING, name)]
        if role.takes == (0,) and len(names) == 1 and not _is_one_of(_MOVED, names[0]):
            playing = names  # what lists moves may be asked for a player, by any name
        written = self._with_player(name, names, playing, role.takes[0])
        if written is None or playing or not written.parts:
            return written
        pieces = [name for name in names if name.lower() in _PIECES]
        if not pieces and self.turn is not None and _may_be_player(value, names[-1]):
            pieces = names[-1:]
        if len(pieces) != 1:
            return written
        return written._replace(with_player=self._with_player(name, names, pieces, role.takes[0]))

    def _with_player(
        self, name: str, names: Sequence[str], playing: Sequence[str], count: int
    ) -> Member | None:
        """Return a method whose arguments `playing` are whose turn it is; None if it is not fit."""
        parts = len(names) - len(playing)
        for_player = bool(playing) and self.turn is None
        if len(playing) > 1 or min(parts, 1) != count or (for_player and count == 0):
            return None
        if any(map(_is_state, names)):
            return None
        all_parts = None
        if playing and parts > 1:
            every = [f"asked[{number}]" for number in range(len(names))]
            call = self._call(name, every, ["state", "asked"])
            all_parts = Member(name, count, call, parts=len(names))
        player = "player" if for_player else "turn(state)"
        numbers = iter(range(parts))
        arguments = [
            player if name in playing else "asked" if parts == 1 else f"asked[{next(numbers)}]"
            for name in names
        ]
        named = {"turn": self.turn.ask} if playing and self.turn is not None else {}
        parameters = ["state", *["asked"] * count, *["player"] * for_player]
        ask = self._call(name, arguments, parameters, **named)
        parts = 0 if parts == 1 else parts
        member = Member(name, count, ask, (), parts, for_player, all_parts)
        if not parts:
            return member
        fields = tuple(each for each in names if each not in playing)
        arguments = [player if each in playing else f"asked.{each}" for each in names]
        by_name = member._replace(ask=self._call(name, arguments, parameters, **named), parts=0)
        return member._replace(by_name=by_name, fields=fields)

    def _method(self, name: str, count: int) -> Expression:
        """Return the call of a method with the state and as many arguments."""
        asked = ["asked"] * count
        return self._call(name, asked, ["state", *asked])

    def _call(
        self, name: str, arguments: Sequence[str], parameters: Sequence[str], **named: Any
    ) -> Expression:
        if self.given_state and isinstance(self.thing, ModuleFunctions):
            named[name] = getattr(self.thing, name)
            text = f"{name}({', '.join(['state', *arguments])})"
            return Expression(text, ", ".join(parameters), **named)
        if self.given_state:
            text = f"rules.{name}({', '.join(['state', *arguments])})"
            return Expression(text, ", ".join(parameters), rules=self.thing, **named)
        return Expression(f"state.{name}({', '.join(arguments)})", ", ".join(parameters), **named)


def find(
    thing: Any,
    role: Role,
    given: Any = None,
    given_state: bool = False,
    but: str = "",
    turn: Member | None = None,
) -> Member | None:
    """Return the member of a user's object that plays a role; None if there is none.

    Args:
        thing: a state, or, with `given_state`, an object whose methods take a state first.
        role: what is wanted.
        given: the user's own choice: a name, or a function of the state and the arguments.
        given_state: see `thing`.
        but: what is not looked at, as it has another role.
        turn: what tells whose turn it is, for methods that take this.

    Raises:
        BadParameter: if what is given is neither.

    """
    subject = _Subject(thing, given_state, turn)
    if given is not None:
        return _given(subject, role, given)
    named = [
        name
        for wanted in role.names
        for name in subject.by_bare_name.get(wanted.removeprefix("."), ())
        if name != but
        and _may_be(name, role)
        and subject.sees_state(name, role)
        and not (wanted.startswith(".") and callable(getattr(type(thing), name, None)))
    ]
    for fitting in (subject.member, subject.written_out):
        found = [member for name in named if (member := fitting(name, role)) is not None]
        if found:
            return found[0]._replace(instead=tuple(member.name for member in found[1:]))
    return None


def find_item(state: dict[Any, Any], role: Role) -> Member | None:
    """Return the item of a state that is a dict that plays a role; None if there is none."""
    keys = {_bare(key): key for key in reversed(state) if isinstance(key, str)}
    found = next((keys[name] for name in role.names if name in keys), None)
    return None if found is None else Member(found, 0, Expression(f"state[{found!r}]"))


def _given(subject: _Subject, role: Role, given: Any) -> Member:
    if isinstance(given, str):
        member = _within(subject, given)
        if member is None and hasattr(subject.thing, given):
            member = subject.member(given, role._replace(attribute="any"))
            member = member or subject.written_out(given, role)
        if member is None:
            raise _unfit(subject, role, given)
        return member
    if not callable(given):
        raise BadParameter(
            f"{role.keyword} must be the name of a method or attribute of "
            f"{called(subject.thing)}, or a function of a state, not {given!r}"
        )
    for count in role.takes:
        if takes(given, 1 + count):
            return Member(f"{role.keyword}=", count, given)
    raise BadParameter(f"{role.keyword} must be a function of {_counts(role, True)}")


def _within(subject: _Subject, given: str) -> Member | None:
    """Return what a state's attribute has under a name, as "status.winner"; None if it has none."""
    held = subject.thing
    path = given.split(".")
    if subject.given_state or len(path) < 2 or not all(map(str.isidentifier, path)):
        return None
    for name in path:
        if not hasattr(held, name):
            return None
        held = getattr(held, name)
    return Member(given, 0, Expression(f"state.{given}" + "()" * callable(held)))


def _unfit(subject: _Subject, role: Role, given: str) -> BadParameter:
    """Return the error for a name that a user gives for a role, and that cannot have it."""
    owner, wanted = called(subject.thing), _counts(role, subject.given_state)
    held = getattr(subject.thing, given, None)
    if held is None:
        return BadParameter(
            f"{role.keyword}={given!r}: {owner} has no such member; one that takes "
            f"{wanted} was expected"
        )
    names = ", ".join(required_arguments(held)) or "no argument"
    state = (
        ""
        if subject.given_state
        else (
            "; methods that take a state need start=, the first state or the name of what makes "
            "it, and moves= and play= that take it, too"
        )
    )
    return BadParameter(
        f"{role.keyword}={given!r}: {owner}.{given} takes {names}, and {wanted} was expected{state}"
    )


def takes(function: Callable[..., Any], count: int) -> bool:
    """Return True if a function can be called with this many arguments."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a built-in that does not say
        return True
    return True


def named(thing: Any, role: Role) -> str | None:
    """Return the best name of a method for a role that a class or an object has; None if none."""
    there = [name for name in names_of(thing, role) if callable(getattr(thing, name, None))]
    names = {_bare(name): name for name in reversed(there)}
    return next((names[wanted] for wanted in role.names if wanted in names), None)


def arguments_of(
    function: Callable[..., Any], board: str, player: str, move: str, *, items: bool = False
) -> list[str] | None:
    """Return expressions for the arguments that a method must have, by their names.

    None if it takes others: more moves than one, or what there is no expression for. With `items`,
    several moves are the items of one.
    """
    names = [name for name in required_arguments(function) if name != "self"]
    given = [
        board
        if _is_state(name) or name in ("s", "b")
        else (player if _is_one_of(_PLAYING, name) else move)
        for name in names
    ]
    moves = [place for place, each in enumerate(given) if each == move]
    if items and move and len(moves) > 1:
        for number, place in enumerate(moves):
            given[place] = f"{move}[{number}]"
    return None if len(set(given)) < len(given) or "" in given else given


def maker_of(cls: type, given: Collection[str] = ()) -> Callable[..., Any]:
    """Return what makes an object of a class: itself, or a class method that needs no arguments.

    Args:
        cls: the class.
        given: the arguments that there are for it.

    """
    if set(required_arguments(cls)) <= set(given):
        return cls
    for name in names_of(cls, START):
        if isinstance(inspect.getattr_static(cls, name), (classmethod, staticmethod)):
            make: Callable[..., Any] = getattr(cls, name)
            if not required_arguments(make):
                return make
    return cls


def names_of(thing: Any, role: Role) -> list[str]:
    """Return the names under which a class or an object may have a role, of any kind."""
    there = dir(thing)
    return [
        name
        for name in there
        if not name.startswith("_") and _bare(name) in role.names and _may_be(name, role)
    ]


def constructor_sets(cls: type, role: Role) -> bool:
    """Return True if the constructor of a class sets an attribute that may have a role.

    What takes a new object to the start may set it as well.
    """
    if role.attribute not in ("any", "listing"):
        return False
    names = ("__init__", *names_of(cls, SET_UP))
    makers = (vars(each).get(name) for each in cls.__mro__ for name in names)
    return any(
        each.opname == "STORE_ATTR"
        and _bare(each.argval) in role.names
        and (role.attribute == "any" or _says_legal(each.argval))
        for make in makers
        if inspect.isfunction(make)
        for each in dis.get_instructions(make)
    )


def _says_legal(name: str) -> bool:
    """Return True for the name of a list of what may be done now, and not of what was done."""
    return _bare(name).startswith(_LEGAL)


def _meant(function: Callable[..., Any], count: int, role: Role) -> bool:
    """Return True if the last argument is one of the role's: a default must be a player's."""
    if role.keyword == "wins" and any(
        _is_one_of(_MOVED, name) for name in required_arguments(function)[-1:]
    ):
        return False
    if count == 0 or role.takes != (1, 0):
        return True
    last = list(inspect.signature(function).parameters.values())[count - 1 :][-1:]
    if not last or last[0].default is last[0].empty:
        return True
    is_flag = isinstance(last[0].default, bool) or last[0].annotation in (bool, "bool")
    return _is_one_of(_ASKED, last[0].name) and not is_flag


def required_arguments(function: Callable[..., Any]) -> list[str]:
    """Return the names of the arguments that a method must have; none if that is not known."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if any(each.kind not in by_place for each in parameters):
        return []
    return [each.name for each in parameters if each.default is each.empty]


def _is_one_of(words: Sequence[str], parameter: str) -> bool:
    """Return True if the name of a parameter begins or ends with one of the words."""
    bare = parameter.replace("_", "").lower()
    return any(bare.startswith(word) or bare.endswith(word) for word in words)


def _may_be_player(function: Callable[..., Any], parameter: str) -> bool:
    """Return False for a parameter that is a part of a move, or says how a move is shown."""
    if parameter.lower() in _COORDINATES or _is_one_of((*_MOVED, *_SHOWING), parameter):
        return False
    return inspect.signature(function).parameters[parameter].annotation not in (bool, "bool")


def _is_player_first(function: Callable[..., Any]) -> bool:
    """Return True if the name of a method's first argument says that it is a player, no state."""
    first = required_arguments(function)[:1]
    return any(_is_one_of(_PLAYING, name) and not _is_state(name) for name in first)


def _is_state(parameter: str) -> bool:
    """Return True if the name of a parameter is that of a state; `board_index` is none."""
    bare = parameter.replace("_", "").lower()
    return _is_one_of(_STATE, parameter) and not bare.endswith(_NUMBER)


def _bare(name: str) -> str:
    """Return a name without underscores, capitals, and words that say little."""
    bare = name.replace("_", "").lower()
    for wrong, right in _MISSPELT.items():
        bare = bare.replace(wrong, right)
    while found := next((w for w in _BEFORE if bare.startswith(w) and len(bare) > len(w)), ""):
        bare = bare.removeprefix(found)
    return next((bare.removesuffix(w) for w in _BEHIND if bare.endswith(w) and bare != w), bare)


def _may_be(name: str, role: Role) -> bool:
    """Return False for what asks something of a move, as `check_move` does, where one plays it."""
    return role.keyword != "play" or not name.lower().startswith(_ASKING)


def _counts(role: Role, with_state: bool) -> str:
    def counted(count: int) -> str:
        parts = ["a state"] * with_state + [_ARGUMENT.get(role.keyword, "a player")] * count
        return " and ".join(parts) or "no argument"

    return " or ".join(map(counted, role.takes))


_ARGUMENT = {"play": "a move", "valid": "a move"}
