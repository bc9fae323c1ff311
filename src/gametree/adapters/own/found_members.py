"""Find the members of a user's state object that play the roles of rules: moves, result, turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ..recognition import roles
from ..recognition.endings import FoundResult, over_of, result_of
from ..recognition.expressions import Expression
from ..recognition.first_states import lists_and_plays, no_first_state
from ..recognition.listed_moves import moves_and_play
from ..recognition.members import Member, find, find_item
from ..recognition.module_functions import called
from ..recognition.roles import Role
from ..values.copying import guarded, unchanged

__all__ = ["FoundMembers", "WrittenRules", "find_members"]

_OF_DICTS = (roles.PLAYER, roles.JUST_MOVED, roles.WINNER, roles.OVER)

_NOT_OF_USERS = ("builtins", "collections", "numpy")  # `insert` of a list plays no move

_EXAMPLES = {
    "moves": "legal_moves, get_legal_actions, getPossibleActions",
    "play": "do_move, make_move, take_action, apply_move",
    "result": "game_result, get_reward, winner",
}


class WrittenRules(NamedTuple):
    """Rules as a state object, written as expressions.

    Attributes:
        start: makes the first state.
        subject: the user's object.
        members: what plays each role, by its keyword; nothing else does.
        tells_all_ends: whether there are moves wherever `over` says that the game goes on.
        why_interpreted: why they cannot compile; empty if they may.
        shown: returns what of a state people are shown.
        by_index: whether a move is the index of a state among those that may come.

    """

    start: Callable[[], Any]
    subject: Any
    members: Mapping[str, Member]
    tells_all_ends: bool = False
    why_interpreted: str = ""
    shown: Callable[[Any], Any] = unchanged
    by_index: bool = False


class FoundMembers(NamedTuple):
    """What plays each role of the rules; None for a role that nothing plays.

    Attributes:
        moves, play: what lists the legal moves, and what plays one.
        over, turn, winner: what gives the end, whose turn it is, and who has won.
        just_moved: whether `turn` gives the player who has just moved.
        result: the result, and what is known of it.

    """

    moves: Member
    play: Member
    over: Member | None
    turn: Member | None
    winner: Member | None
    just_moved: bool
    result: FoundResult


def find_members(
    first: Any,
    rules: Any,
    given: Mapping[str, Any],
    labels: Sequence[Any] | None,
    written: WrittenRules | None,
) -> FoundMembers:
    """Find what plays the roles.

    Args:
        first: the first state.
        rules: the object whose methods take a state; None if states have the methods.
        given: what the user chose for the roles, by keyword; see `result_for_winner`.
        labels: what the rules call the players, if the user has given that.
        written: rules that name all their members.

    Raises:
        BadParameter: if nothing plays a role that every game needs.

    """
    return _Finder(first, rules, given, labels, written).found()


class _Finder:
    """Finds the members of one object, or of one that takes states."""

    def __init__(
        self,
        first: Any,
        rules: Any,
        given: Mapping[str, Any],
        labels: Sequence[Any] | None,
        written: WrittenRules | None,
    ) -> None:
        self._first = first
        self._rules = rules
        self._thing = first if rules is None else rules
        self._given = given
        self._labels = labels
        self._written = written
        self._owner = called(self._thing)

    def found(self) -> FoundMembers:
        """Return all that is found."""
        if callable(getattr(self._thing, "chance_outcomes", None)):
            raise BadParameter(
                f"{self._owner} has chance_outcomes, which games have that derive from "
                f"gametree.Game: write class {self._owner}(gametree.Game)"
            )
        find_one, given = self._find, self._given
        over, winner = over_of(find_one, self._first)
        turn, just_moved = self._turn()
        argument = self._turn_as_argument(turn, just_moved)
        moves, play = moves_and_play(find_one, given, argument)
        moves = (
            moves or find_one(roles.MOVES, turn=argument) or find_one(roles.CELLS, turn=argument)
        )
        winner = find_one(roles.WINNER) or winner
        play = play or find_one(roles.PLAY, turn=argument) or find_one(roles.AFTER)
        result = FoundResult(None)
        if given.get("result") is not None or given.get("winner") is None:
            result = result_of(find_one, self._thing, play.name if play else "")
        if moves is None or play is None or not (result.member or winner):
            wanted = {"moves": moves, "play": play, "result": result.member or winner}
            raise self._incomplete(wanted, over, turn)
        if play.for_player and self._labels is None:
            raise BadParameter(
                f"{self._owner}.{play.name} plays for a player, and nothing tells whose turn it "
                "is: give player=, the name of the method or attribute that does, or players=, "
                'what the rules call the players, who take turns, such as ("X", "O")'
            )
        return FoundMembers(moves, play, over, turn, winner, just_moved, result)

    def _find(self, role: Role, but: str = "", turn: Member | None = None) -> Member | None:
        """Return what plays a role, other than a member of a name, called for a turn if need be."""
        if self._written is not None:
            return self._written.members.get(role.keyword)
        first, rules, thing = self._first, self._rules, self._thing
        chosen = self._given.get(role.keyword)
        if rules is not None and _is_of_states(chosen, thing, first):
            return find(first, role, chosen)
        member = find(thing, role, chosen, rules is not None, but, turn)
        if member is not None or rules is None:
            return member
        # States may have it: objects, or dicts.
        if isinstance(first, dict):
            return find_item(first, role) if role in _OF_DICTS else None
        own = type(first).__module__.partition(".")[0] not in _NOT_OF_USERS
        return find(first, role, but=but, turn=turn) if own else None

    def _turn(self) -> tuple[Member | None, bool]:
        """Return what gives the player to move, and whether it gives the last mover instead."""
        last_is_given = self._given.get("just_moved") is not None
        turn = None if last_is_given else self._find(roles.PLAYER)
        if turn is not None:
            return turn, False
        turn = self._find(roles.JUST_MOVED)
        if turn is not None and (last_is_given or self._names_a_player(turn)):
            return turn, True
        return (None if last_is_given else self._find(roles.FIRST_TO_MOVE)), False

    def _names_a_player(self, turn: Member) -> bool:
        """Return False for a last mover who is none of the players in the first state."""
        if not self._labels:
            return True
        name = guarded(f"{self._owner}.{turn.name}", turn.ask, self._first)
        return plain_number(name) in list(self._labels)

    def _turn_as_argument(self, turn: Member | None, just_moved: bool) -> Member | None:
        """Return what gives whose turn it is, for methods that take this; None if nothing does."""
        if not just_moved or turn is None:
            return turn
        if self._labels is None or len(self._labels) != 2:
            return None
        text = "second if asked(state) == first else first"
        ask = Expression(text, asked=turn.ask, first=self._labels[0], second=self._labels[1])
        return turn._replace(ask=ask)

    def _incomplete(
        self, wanted: Mapping[str, Member | None], over: Member | None, turn: Member | None
    ) -> BadParameter:
        """Return the error that nothing plays one of the wanted roles."""
        given = self._given
        if self._rules is None and lists_and_plays(self._thing, given_state=True, given=given):
            return no_first_state(self._thing)
        present = [m.name for m in (*wanted.values(), over, turn) if m is not None]
        missing = [f"{key} (such as {_EXAMPLES[key]})" for key, m in wanted.items() if m is None]
        return BadParameter(
            f"{self._owner} cannot be understood as a state object: it has nothing for "
            f"{', '.join(missing)}"
            + (f"; found were {', '.join(present)}" if present else "")
            + "; what is missing can be given as a parameter, a name or a function of a state"
        )


def _is_of_states(chosen: Any, rules: Any, state: Any) -> bool:
    """Return True for the name of what states have, and the object whose methods take one not."""
    if not isinstance(chosen, str):
        return False
    name = chosen.partition(".")[0]
    return hasattr(state, name) and not hasattr(rules, name)
