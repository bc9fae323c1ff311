"""Rules that are given a board and a player, as people write them for AlphaZero, as a game.

    game = alpha_zero_game(OthelloGame(6))
    result = gt.search(game, simulations=1000, compiled=False)

A class of such rules holds no position. Its methods take one, and return what follows.
What they are called, and their arguments, says which is which, in whatever order:

    get_initial_state()                       the first board; or getInitBoard()
    get_next_state(board, action, player)     the board after it, or that and the next player
    get_valid_moves(board, player)            for each action 1 where it is valid, else 0; or a list
                                              of valid actions
    change_perspective(board, player)         the board as player 1 would see it, which valid moves
                                              are asked of then; or getCanonicalForm(board, player)
    get_opponent(player)                      who moves next, where nothing else tells it

and one of these:

    getGameEnded(board, player)               0 while the game goes on; 1 if the player has won,
                                              -1 if he has lost, a small number for a draw
    get_reward_for_player(board, player)      the same, but None while it goes on, 0 for a draw
    get_value_and_terminated(board, action)   of who has made this last move: 1 if he has won, and
                                              whether the game is over; it may take that player
    is_terminal(board)                        and one that tells the result: get_result(board),
                                              get_winner(board) or check_win(board, player)

Of a board and a player, they are asked for the player to move. Players are 1, who begins, and -1.
Where there is `getNumberOfPlayers`, they are counted from 0, and `getGameEnded` returns a number
for each. Where there is `getActionSize`, a mask has this many numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from ..errors import BadParameter
from ..numbers.plain import plain_number
from ..user_code.locating import brief
from .environments.masks import is_mask, numbers
from .own.found_members import WrittenRules
from .recognition import roles
from .recognition.expressions import Expression
from .recognition.first_states import guarded_make
from .recognition.members import Member, arguments_of, maker_of, named
from .recognition.roles import Role
from .states import StateGame
from .values.copying import InvalidAnswer, call, guarded

__all__ = ["alpha_zero_game", "is_alpha_zero"]

_ENDED = Role("result", ("gameended",))
_REWARD = Role("result", ("rewardforplayer",))
_WORTH = Role("result", ("valueandterminated", "valueandterminal", "valueandended"))
_SEEN = Role("moves", ("canonicalform", "canonicalboard", "canonicalstate", "changeperspective"))
_OPPONENT = Role("player", ("opponent", "opponentplayer", "otherplayer", "nextplayer"))
_PLAYERS = Role("players", ("numberofplayers", "numplayers"))
_SIZE = Role("size", ("actionsize",))

# A state is the board, who is to move, and the last action where the end is asked by it.
_BOARD, _PLAYER, _LAST = "state[0]", "state[1]", "state[2]"
_FIRST = 1  # what the rules call who begins, and his opponent -1
_NONE = -1  # the last action at the start

_DRAW = 0.01  # what is nearer to 0 at the end is a draw


def is_alpha_zero(thing: Any) -> bool:
    """Return True if a class or an object is such rules."""
    return all(named(thing, role) for role in (roles.START, roles.MOVES)) and bool(
        _call(thing, roles.PLAY, player=_PLAYER, move="asked") and _ending(thing)
    )


def alpha_zero_game(
    rules: Any,
    *,
    perspective: str | None = None,
    copying: str | Callable[[Any], Any] = "auto",
    bounds: tuple[float, float] | None = (-1, 1),
    chance: str | None = None,
) -> StateGame:
    """Return the game of such rules. It compiles where they do.

    Args:
        rules: an object with these methods, or its class.
        perspective: whose view a result of `get_result(board)` is from, see `StateGame`.
        copying: how states are copied, see `StateGame`; a function gets a tuple that begins with
            the board.
        bounds: the least and the most that a player can get; None: not known.
        chance: what draws luck in a move, as for a `StateGame`.

    Raises:
        BadParameter: if a method is missing.
        GameError: if one of them raises, or two games with the same moves differ.

    """
    if isinstance(rules, type):
        rules = guarded_make(maker_of(rules))
    if not is_alpha_zero(rules):
        raise BadParameter(
            f"{type(rules).__name__} is no rules of boards and players: it must have such methods "
            "as getInitBoard(), getNextState(board, player, action), getValidMoves(board, player) "
            "and getGameEnded(board, player)"
        )
    count = call((), _count, rules, _PLAYERS)
    players = (_FIRST, -_FIRST) if count is None else tuple(range(count))
    ending = _ending(rules, count is not None)
    assert ending is not None
    return StateGame(
        call((), _written, rules, players, ending),
        players=players,
        perspective=perspective or ending.perspective,
        copying=copying,
        bounds=bounds,
        chance=chance,
    )


def _count(rules: Any, role: Role) -> int | None:
    """Return a number that the rules tell, of players say; None if they do not tell it."""
    name = named(rules, role)
    if name is None:
        return None
    method = f"{type(rules).__name__}.{name}"
    count = plain_number(guarded(method, getattr(rules, name)))
    if not isinstance(count, int) or count < 1:
        raise InvalidAnswer(method, f"gave {count!r}; 1 or more was expected")
    return count


def _written(rules: Any, players: tuple[int, ...], ending: _Ending) -> WrittenRules:
    """Return such rules as those of a state."""
    owner = type(rules).__name__
    starting, listing, playing = (
        str(named(rules, role)) for role in (roles.START, roles.MOVES, roles.PLAY)
    )
    start = partial(_start, getattr(rules, starting), players[0], ending.by_last)
    first = guarded(f"{owner}.{starting}", start)
    seen = _call(rules, _SEEN, player=_PLAYER)
    player = str(players[0]) if seen else _PLAYER
    valid = _call(rules, roles.MOVES, optional=player, board=seen or _BOARD, player=player)
    called = {"rules": rules, **{each.__name__: each for each in _CALLED}}
    answer = guarded(f"{owner}.{listing}", Expression(valid, **called), first)
    size = _count(rules, _SIZE)
    if not hasattr(answer, "__len__") or len(answer) == 0:
        problem = f"gave {brief(answer)} at the start; a mask or a list was expected"
        raise InvalidAnswer(f"{owner}.{listing}", problem)
    if size is not None and len(answer) != size:
        problem = f"gave {brief(answer)}; {size} numbers, one for each action, were expected"
        raise InvalidAnswer(f"{owner}.{listing}", problem)
    masked = size is not None or is_mask(answer)
    if masked:
        valid = f"some({valid}, {len(answer)})" if ending.is_all else f"numbers({valid})"
    moves = Expression(valid, **called)
    action = guarded(f"{owner}.{listing}", moves, first)[0]
    after = _after(rules, players, first, action)
    after = f"({after}, asked)" if ending.by_last else f"({after},)"
    members = {
        "moves": Member(listing, 0, moves),
        "play": Member(playing, 1, Expression(after, "state, asked", **called)),
        "player": Member(playing, 0, Expression(_PLAYER)),
        "over": Member(ending.over_name or ending.name, 0, Expression(ending.over, **called)),
        ending.tells: Member(ending.name, 0, Expression(ending.result, **called)),
    }
    sure = masked and ending.is_all
    return WrittenRules(start, rules, members, tells_all_ends=sure, shown=itemgetter(0))


def _start(board: Callable[[], Any], player: int, by_last: bool) -> tuple[Any, ...]:
    return (board(), player, _NONE) if by_last else (board(), player)


def _after(rules: Any, players: tuple[int, ...], state: Any, action: Any) -> str:
    """Return the next board and player as an expression; a first move shows which."""
    placed = _call(rules, roles.PLAY, player=_PLAYER, move="asked")
    method, board = f"{type(rules).__name__}.{named(rules, roles.PLAY)}", state[0]
    answer = guarded(method, Expression(placed, "state, asked", rules=rules), state, action)
    if _is_pair(answer) and (not _is_pair(board) or type(answer[0]) is type(board)):
        if plain_number(answer[1]) not in players:
            expected = f"a next player of {players} was expected"
            raise InvalidAnswer(method, f"gave {answer[1]!r}; {expected}")
        return f"*board_and_player({placed})"
    if len(players) != 2 or players[0] == 0:
        raise InvalidAnswer(
            method, f"gave {brief(answer)}; the next board and player were expected"
        )
    opponent = _call(rules, _OPPONENT, board="", player=_PLAYER)
    return f"{placed}, {opponent or f'-{_PLAYER}'}"


def _is_pair(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2


class _Ending(NamedTuple):
    """What tells of the end, as expressions.

    Attributes:
        name: the method that tells the result.
        over: whether the game is over.
        result: what that method tells.
        tells: what that is, "result" or "winner".
        perspective: whose result it is, see `StateGame`.
        by_last: whether the last action is asked for.
        over_name: the method that tells whether the game is over; empty: the same one.
        is_all: whether there are moves wherever the game is not over by that.

    """

    name: str
    over: str
    result: str
    tells: str = "result"
    perspective: str | None = "first"
    by_last: bool = False
    over_name: str = ""
    is_all: bool = True


def _ending(rules: Any, several: bool = False) -> _Ending | None:
    """Return how the rules show the end; None if they do not."""
    worth, reward, ended = (str(named(rules, role)) for role in (_WORTH, _REWARD, _ENDED))
    moved = f"-{_PLAYER}"
    answer = _call(rules, _WORTH, move=_LAST) or _call(rules, _WORTH, move=_LAST, player=moved)
    if answer:
        result = f"of_who_moved({answer}[0], {_PLAYER} == {_FIRST})"
        return _Ending(worth, f"{_LAST} >= 0 and bool({answer}[1])", result, by_last=True)
    if answer := _call(rules, _REWARD, player=_PLAYER):
        return _Ending(reward, f"{answer} is not None", f"rewarded({answer}) * {_PLAYER}")
    if (answer := _call(rules, _ENDED, player=_PLAYER)) and several:
        over = f"any([value != 0 for value in {answer}])"
        result = f"[without_small(value) for value in {answer}]"
        return _Ending(ended, over, result, perspective=None)
    if answer:
        return _Ending(ended, f"{answer} != 0", f"without_small({answer}) * {_PLAYER}")
    return None if several else _ending_by_two(rules)


def _ending_by_two(rules: Any) -> _Ending | None:
    """Return how the rules show the end by two methods: one for the end, one for the result."""
    over = " or ".join(f"bool({each})" for each in _for_each(rules, roles.OVER))
    found = {role: _for_each(rules, role) for role in (roles.RESULT, roles.WINNER, roles.WINS)}
    role = next((role for role, calls in found.items() if calls), None)
    if not over or role is None:
        return None
    calls, tells, perspective = found[role], "result", None
    if role is roles.WINNER and len(calls) == 1:
        tells = "winner"
    elif len(calls) == 2:  # of player 1, and of his opponent
        calls, perspective = [f"float({calls[0]}) - float({calls[1]})"], "first"
    name, over_name = str(named(rules, role)), str(named(rules, roles.OVER))
    return _Ending(name, over, calls[0], tells, perspective, over_name=over_name, is_all=False)


def _for_each(rules: Any, role: Role) -> list[str]:
    """Return the call of a method, or its calls for either player if it takes one."""
    alone = _call(rules, role)
    both = [_call(rules, role, player=str(player)) for player in (_FIRST, -_FIRST)]
    return [alone] if alone else [each for each in both if each]


def _call(rules: Any, role: Role, *, optional: str = "", **meant: str) -> str:
    """Return the call of a method with its arguments; empty if there is none, or it takes others.

    Args:
        rules: the user's.
        role: of the method.
        optional: an expression that the method need not take.
        meant: the expressions for `board`, `player` and `move`, as far as it may take them.

    """
    name = named(rules, role)
    meant = {"board": _BOARD, "player": "", "move": "", **meant}
    given = None
    if name is not None:
        method = getattr(rules, name)
        given = arguments_of(method, meant["board"], meant["player"], meant["move"])
    if given is None or {*meant.values()} - {*given, optional, ""}:
        return ""
    return f"rules.{name}({', '.join(given)})"


# What the expressions call.


def some(mask: Any, size: int) -> list[int]:
    """Return the actions that a mask of this length allows: one at least."""
    if len(mask) != size:
        raise ValueError("it tells of more or fewer actions than at the start")
    found = numbers(mask)
    if not found:
        raise ValueError("it allows nothing, yet the rules say that the game goes on")
    return found


def board_and_player(answer: Any) -> tuple[Any, int]:
    """Return the next board and player."""
    return (answer[0], int(answer[1]))


def of_who_moved(value: Any, to_move: bool) -> float:
    """Return a value of who has just moved for one player: whoever is to move has not."""
    return -float(value) if to_move else float(value)


def rewarded(reward: Any) -> float:
    """Return a reward."""
    return 0.0 if reward is None else float(reward)


def without_small(value: Any) -> float:
    """Return a value; 0 for one that is nearly 0, as a draw's is."""
    return 0.0 if abs(value) < _DRAW else float(value)


_CALLED = (numbers, some, board_and_player, of_who_moved, rewarded, without_small)
