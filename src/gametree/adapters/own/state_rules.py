"""Calls the methods of a user's state objects, found by name, and checks their answers."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import FunctionType
from typing import Any

from plainpython.compilable import for_truth_only

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ...rules.snapshots import freeze, outline
from ...user_code.effort import Budget
from ...user_code.locating import brief
from ..chance.drawing_states import DrawnMove
from ..chance.luck import Luck, LuckWatch, luck_of
from ..environments.masks import is_mask, numbers
from ..recognition.endings import of_winning, result_for_winner
from ..recognition.expressions import Expression
from ..recognition.first_states import factory, guarded_make
from ..recognition.members import Member, takes
from ..recognition.module_functions import called
from ..values.copying import InvalidAnswer, guarded, unchanged
from ..values.moves import comparable, own, text_of
from ..values.results import score_of
from .found_members import WrittenRules, find_members
from .readings import is_sortable_set, player_of_member, player_of_number, read_as

__all__ = ["StateRules"]

_LISTED = 6  # times that the first moves are listed; shuffled ones seldom agree so often

_EARLY = 4  # plies, in which each player has a turn, and nobody has won

_WATCHED = 6  # games, to see whether a winner, once there, stays
_LONGEST_WATCHED = 500  # plies of each
_AFTER = 100  # plies in which the winner stays, where the list of moves does not get empty
_SECONDS = 1.5  # of processor time to watch them


class StateRules:
    """Rules as a state object, or as an object whose methods take a state.

    Args:
        state: the first state, a class or function that makes it, such an object, or written rules.
        given: what the user chose for the roles, by keyword.
        labels: what the rules call the players, who take turns, where a move is played for one.
        chance: the name of what draws luck, see `Luck`.

    Attributes:
        owner: the name of the user's class.
        subject: the user's object that the methods were found in.
        moves, play, over, turn, result, winner: what was found; None where nothing was, which for
            the first two, and for both of the last, is refused.
        tells_all_ends: whether there are moves wherever `over` says that the game goes on.
        why_interpreted: why they cannot compile; empty if they may.
        shown: returns what of a state people are shown.
        ending: what gives None as long as the game goes on, where nothing else tells.
        just_moved: whether `turn` tells who has just moved.
        turn_is_given: whether that is the user's choice.
        state_class: the class of the states.
        masked: whether `moves` was made of a method that tells of each action whether it is legal.
        shuffled: whether legal moves come in another order each time.
        to_move: whether `result` is that of the player whose turn it is, by what its name means.
        takes_state: whether the methods take a state, as the object is none.
        switching: the method that gives the turn to another player after each move, where moves do
            not; else empty.
        passing: the method by which whoever cannot move passes; empty if nobody does.
        in_halves: whether `result` was made of one that is 0 for a loss and 1/2 for a draw.
        by_truth: whether `result` is made of what tells if somebody has won or lost.

    Raises:
        BadParameter: if something is missing.

    """

    def __init__(
        self,
        state: Any,
        given: Mapping[str, Any],
        labels: Sequence[Any] | None = None,
        chance: str | None = None,
    ) -> None:
        self._labels = labels
        written = state if isinstance(state, WrittenRules) else None
        self._fresh, rules = (
            (written.start, written.subject)
            if written is not None
            else factory(state, given.get("start"), given)
        )
        first = guarded_make(self._fresh)
        self.state_class = type(first)
        self.takes_state = rules is not None
        self.subject = thing = first if rules is None else rules
        self.owner = called(thing)
        given = result_for_winner(thing, given, self.takes_state)
        self._luck = luck_of(chance, self.owner, thing, self.state_class)
        self._watch = LuckWatch() if chance is None else None
        self._asks_wins = given.get("wins") is not None  # `winner=` names what asks for a player
        self.tells_all_ends = written is not None and written.tells_all_ends
        self.why_interpreted = written.why_interpreted if written is not None else ""
        self.shown = written.shown if written is not None else unchanged
        found = find_members(first, rules, given, labels, written)
        self.moves, self.play, self.over = found.moves, found.play, found.over
        self.turn, self.just_moved = found.turn, found.just_moved
        self.turn_is_given = any(given.get(role) is not None for role in ("player", "just_moved"))
        self.winner, result = found.winner, found.result
        self.result, self.to_move, self.by_truth, self._won = result
        by_name = [each.name for each in (self.moves, self.play) if each.name in dir(first)]
        self._marks = [] if rules is not None else by_name  # what every state has
        self._returned: bool | None = None  # whether moves return the next state
        self.masked: bool | None = None  # known once legal moves were asked for
        self.shuffled = False  # whether legal moves come in another order each time
        self.in_halves = False
        self.passing = self.switching = ""
        self._is_asked_over = False  # of a first state
        self._over_names = False  # whether what tells that a game is over tells a name
        self.ending: Member | None = None
        self._open: Any = None  # what that gives as long as the game goes on

    def start(self) -> Any:
        """Return a first state that nobody else holds."""
        if self._luck is None and self._watch is None:
            return guarded(self.owner, self._fresh)
        if self._luck is None:
            watch = LuckWatch()
            with watch.watching():
                first = guarded(self.owner, self._fresh)
            assert self._watch is not None
            self._watch.note_start(watch)
            return first
        with Luck("random", self.owner, defines=bool).answered(None, self.owner):
            return guarded(self.owner, self._fresh)

    @property
    def why_unlike(self) -> str:
        """Why two games with the same moves may differ, for messages; empty if nothing tells."""
        return "" if self._watch is None else self._watch.why_unlike

    def expect_state(self, state: Any) -> None:
        """Refuse what is no state.

        Raises:
            BadParameter: if it is of another class.

        """
        if not self.is_state(state):
            raise BadParameter(
                f"state must be a {self.state_class.__name__}, or a position of this game, not "
                f"{state!r}"
            )

    def name_of(self, member: Member) -> str:
        """Return the name of a member in messages."""
        return f"{self.owner}.{member.name}"

    def legal(self, state: Any) -> list[Any]:
        """Return the legal moves; none where the game is over."""
        if self._is_over(state):
            return []
        answer = self._ask(self.moves, state)
        if self.masked is None:
            self.masked = is_mask(answer)
            ask = None
            if self.masked:
                ask = Expression("numbers(mask(state))", mask=self.moves.ask, numbers=numbers)
            elif is_sortable_set(answer):
                ask = Expression("sorted(moves(state))", moves=self.moves.ask)
            if ask is not None:
                self.moves = self.moves._replace(ask=ask)
                answer = self._ask(self.moves, state)
        try:
            listed = [comparable(move) for move in answer]
        except TypeError:
            raise InvalidAnswer(
                self.name_of(self.moves), f"gave {brief(answer)}; a list of moves was expected"
            ) from None
        if self.shuffled:
            listed.sort(key=lambda move: text_of(own(move)))
        if len(set(listed)) != len(listed):
            twice = next(move for move in listed if listed.count(move) > 1)
            raise InvalidAnswer(
                self.name_of(self.moves),
                f"lists the move {twice} twice; if it gives a mask, give moves=, such as "
                "lambda state: [n for n, legal in enumerate(mask) if legal]",
            )
        return listed

    def settle(self) -> None:
        """Settle what the first states and some random games show.

        Whether legal moves come in another order each time; and where nothing tells that a game
        is over, whether what tells the winner, the result, or who has won does.
        """
        first, *others = (self.legal(self.start()) for _ in range(_LISTED))
        self._expect_parts(first)
        same = [other for other in others if set(other) == set(first)]
        self.shuffled = any(other != first for other in same)
        self._take_truth()
        if self.over is None:
            for member in (self.winner, self._won, self.result):
                if member is not None and member.takes == 0 and self._tells_endings(member):
                    self.ending = member
                    return
            self._end_with_wins()

    def _take_truth(self) -> None:
        """Take a result that is True or False for each player for what tells who has won."""
        labels = self._labels or ([] if self.just_moved else self._labels_seen())
        if self.by_truth or self.result is None or self.result.takes == 0 or not labels:
            return
        try:
            results = self.result_of(self.start(), list(labels))
        except InvalidAnswer as error:  # it has an answer at the end only
            if self.over is None:
                raise InvalidAnswer(
                    self.name_of(self.result),
                    "has no answer for the first state, and nothing tells that a game is over: "
                    "give over=, the name of what does, or a function of a state",
                ) from error
            return
        kinds = (bool, type(None)) if self._asks_wins else bool
        if results and all(isinstance(each, kinds) for each in results):
            self.result, self.by_truth = of_winning(self.result), True

    def _end_with_wins(self) -> None:
        """Let the game be over when somebody has won, if that is asked for each player."""
        labels = self._labels or ([] if self.just_moved else self._labels_seen())
        if self.result is None or not (self.by_truth and self.result.takes == 1 and labels):
            return
        players = {f"player_{number}": label for number, label in enumerate(labels)}
        text = " or ".join(f"won(state, {player})" for player in players)
        member = Member(self.result.name, 0, Expression(text, won=self.result.ask, **players))
        if self._tells_endings(member) and not self._open:
            self.ending = member

    @property
    def labels_in_play(self) -> list[Any]:
        """What the rules call the players."""
        return list(self._labels or self._labels_seen())

    def _labels_seen(self) -> list[Any]:
        """Return what the rules call the players whose turn it is early in a random game."""
        seen: list[Any] = []
        if self.turn is None:
            return seen
        chance = random.Random(0)
        state = self.start()
        for plies in range(_EARLY):
            actions = self.legal(state)
            if not actions:
                break  # a finished game need not tell whose turn it is
            label = self.label(state)
            if label not in seen:
                seen.append(label)
            state = self.after(state, chance.choice(actions), plies)
        return seen

    def _expect_parts(self, listed: Sequence[Any]) -> None:
        """Refuse moves that are not made of as many items as `play` takes arguments."""
        moves = [own(move) for move in listed]
        lengths = {len(move) if hasattr(move, "__len__") else 0 for move in moves}
        if self.play.all_parts is not None and lengths == {self.play.all_parts.parts}:
            self.play = self.play.all_parts
        fields = self.play.fields
        longer = self.play.with_player
        if fields and moves and all(hasattr(move, name) for move in moves for name in fields):
            self.play = self.play.by_name
        elif longer and lengths == {longer.parts} and (self._labels or not longer.for_player):
            self.play = longer
            fields = longer.fields
            if fields and moves and all(hasattr(move, name) for move in moves for name in fields):
                self.play = longer.by_name
        for move in moves if self.play.parts else []:
            if not hasattr(move, "__len__") or len(move) != self.play.parts:
                raise BadParameter(
                    f"{self.name_of(self.play)} takes {self.play.parts} arguments, and the moves "
                    f"of {self.name_of(self.moves)}, such as {text_of(move)}, have not as many "
                    "items: give play=, a function of a state and a move"
                )

    def _tells_endings(self, member: Member) -> bool:
        """Return True if a member has one value during a game and another one from its end on.

        A winner may be nobody, 0 say, before there is one; but what tells who is ahead changes
        to and fro. A result must be None as long as there is none.
        """
        budget = Budget(_SECONDS)
        changes = 0
        for seed in range(_WATCHED):
            chance = random.Random(seed)
            state = self.start()
            self._open = still = plain_number(self._ask(member, state))
            if member is self.result and not (still is None or isinstance(still, (str, Enum))):
                return False
            changed = False
            plies = since = 0
            while plies < _LONGEST_WATCHED and since < _AFTER and not budget.is_spent:
                if not (actions := self.legal(state)):
                    break
                try:
                    state = self.after(state, chance.choice(actions), plies)
                except InvalidAnswer:
                    if not changed:
                        raise
                    break  # the rules refuse to play on, as the game is over
                plies += 1
                now = plain_number(self._ask(member, state))
                if changed and now == still:
                    return False
                changed = changed or now != still
                since += changed
            changes += changed
        return changes > 0 or not budget.is_spent

    def outcome_of(self, state: Any) -> Any:
        """Return the answer about the winner, or else the result, that needs no player's name."""
        member = self.winner or self.result
        assert member is not None
        return plain_number(self._ask(member, state))

    def take_names(self, ends: Sequence[Any]) -> None:
        """Take what tells that somebody has won for the result, if it tells more than that.

        Args:
            ends: the last states of finished games.

        """
        if self._won is None:
            return
        answers = [plain_number(self._ask(self._won, state)) for state in ends]
        if not all(each is None or (isinstance(each, int) and each in (0, 1)) for each in answers):
            self.result, self.by_truth = self._won, False

    def take_numbers(self, labels: Sequence[Any]) -> None:
        """Take a result of 1 or 2 for the name of the first or the second player."""
        assert self.result is not None
        self.result = player_of_number(self.result, labels)

    def take_alike(self, alike: Sequence[Any], labels: Sequence[Any]) -> None:
        """Take what an enum calls the winner for what the rules call the player.

        Args:
            alike: the members of that enum, in the order of the players.
            labels: what the rules call the players.

        """
        member = self.winner or self.result
        assert member is not None
        self.winner, self.result = player_of_member(member, alike, labels), None

    def take_values(self) -> None:
        """Take the value of a result that is a member of an enum."""
        assert self.result is not None
        self.result = read_as(self.result, "asked(state).value")

    def take_score_texts(self) -> None:
        """Take a result such as "1-0" for what the first player gets."""
        assert self.result is not None
        self.result = read_as(self.result, "score_of(asked(state))", score_of=score_of)

    def take_halves(self) -> None:
        """Take the result for 1 at a win, 0 at a loss and 1/2 at a draw: 1, -1 and 0 here."""
        assert self.result is not None
        self.result = read_as(self.result, "2.0 * float(asked(state)) - 1.0")
        self.in_halves = True

    def tells_over(self) -> Callable[[Any], Any] | None:
        """Return what tells whether the game is over, apart from that there are no moves."""
        if self.ending is None:
            return None if self.over is None else self._over_for_truth()
        still = "is not None" if self._open is None else "!= still"
        return Expression(f"asked(state) {still}", asked=self.ending.ask, still=self._open)

    def _over_for_truth(self) -> Callable[[Any], Any]:
        """Return what tells that the game is over; what names the winner may compile so, too."""
        assert self.over is not None
        method = inspect.getattr_static(self.state_class, self.over.name, None)
        own = isinstance(method, FunctionType) and takes(method, 1)
        if not self._over_names or not own:
            return self.over.ask
        return Expression("asked(state)", asked=for_truth_only(method))

    def after(self, state: Any, move: Any, plies: int) -> Any:
        """Play a move; return the state after it, which may be the same object, changed.

        Args:
            state: the state before it.
            move: the move.
            plies: how many moves were played before it.

        """
        if self._returned is None:
            return self._after_first(state, move, plies)
        answer = self._play(state, move, plies)
        if not self._returned:
            return state
        if not self.is_state(answer):
            raise self._no_state(answer)
        return answer

    @property
    def returns_states(self) -> bool:
        """True if a move returns a new state; known once a move was played."""
        return bool(self._returned)

    def label(self, state: Any) -> Any:
        """Return the rules' name of the player whose turn it is."""
        assert self.turn is not None
        return plain_number(self._ask(self.turn, state))

    def named_winner(self, state: Any) -> Any:
        """Return the rules' answer about the winner."""
        assert self.winner is not None
        return plain_number(self._ask(self.winner, state))

    def result_of(self, state: Any, labels: list[Any]) -> Any:
        """Return the rules' result: one for each player, if they must be asked so."""
        assert self.result is not None
        if self.result.takes == 1:
            return [plain_number(self._ask(self.result, state, label)) for label in labels]
        return plain_number(self._ask(self.result, state))

    def _ask(self, member: Member, *arguments: Any) -> Any:
        return guarded(self.name_of(member), member.ask, *arguments)

    def _is_over(self, state: Any) -> bool:
        if self.ending is not None:
            return bool(plain_number(self._ask(self.ending, state)) != self._open)
        if self.over is None:
            return False
        answer = plain_number(self._ask(self.over, state))
        # A text may be the winner's name, but not while nobody has moved.
        named = isinstance(answer, str) and (self._is_asked_over or not answer)
        self._is_asked_over = True
        self._over_names = self._over_names or named
        if not (named or answer is None or isinstance(answer, (bool, int, float))):
            raise InvalidAnswer(
                self.name_of(self.over),
                f"gave {brief(answer)}; True or False was expected (over=, a function of a state, "
                "can make it so)",
            )
        return bool(answer)

    def _play(self, state: Any, move: Any, plies: int) -> Any:
        whose = [self._labels[plies % len(self._labels)]] if self._labels is not None else []
        player = whose if self.play.for_player else []
        if self._luck is None and self._watch is None:
            return self._ask(self.play, state, own(move), *player)
        if self._luck is None:
            assert self._watch is not None
            with self._watch.watching():
                answer = self._ask(self.play, state, own(move), *player)
            self._watch.expect_no_luck(self.name_of(self.play))
            return answer
        draws = move.draws if isinstance(move, DrawnMove) else None
        seed = () if draws is not None else (plies, text_of(own(move)), freeze(state))
        with self._luck.answered(draws, *seed):
            return self._ask(self.play, state, own(move), *player)

    def _after_first(self, state: Any, move: Any, plies: int) -> Any:
        """Play the first move of all, and see whether moves return states or change them."""
        before = outline(state)
        answer = self._play(state, move, plies)
        if self.is_state(answer) and answer is not state:
            self._returned = True
            return answer
        if answer is not state and before == outline(state):
            raise self._no_state(
                answer, f" and left the state as it was, played {text_of(own(move))}"
            )
        self._returned = False
        return state

    def is_understood(self) -> None:
        """Stop watching for luck: random games have shown if moves draw any."""
        self._watch = None

    def is_state(self, thing: Any) -> bool:
        """Return True if a value may be a state: moves may return one of a base class."""
        if self._marks:
            return all(hasattr(thing, mark) for mark in self._marks)
        return isinstance(thing, self.state_class)

    def _no_state(self, answer: Any, more: str = "") -> InvalidAnswer:
        return InvalidAnswer(
            self.name_of(self.play), f"returned {brief(answer)}{more}; the next state was expected"
        )
