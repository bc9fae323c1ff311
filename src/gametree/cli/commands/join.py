"""`gametree join`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..options import common as options

if TYPE_CHECKING:
    from ...limits import Limit
    from ...players.player import Player
    from ...protocols.socket.client import WireClient
    from ...protocols.socket.form import WireForm

__all__ = ["command"]

_SECONDS = 1.0
"""The default limit of a player per move."""


@click.command("join")
@click.argument("host")
@click.argument("port", type=click.IntRange(1, 65535))
@click.option(
    "--game",
    default="t3",
    show_default=True,
    help="The game that is played there: t3 (ultimate tic-tac-toe), connect_four or reversi.",
)
@click.option(
    "--player",
    "described",
    metavar="PLAYER",
    default="mcts:auto",
    show_default=True,
    help="Who plays: human, or any player, such as alphabeta:depth=4 or mine.py:MyPlayer (see "
    "`gametree players`).",
)
@options.seconds
@options.simulations
@options.seed
def command(
    host: str,
    port: int,
    game: str,
    described: str,
    seconds: float | None,
    simulations: int | None,
    seed: int | None,
) -> None:
    """Play on a play server of the original protocol: JSON lines over TCP.

    Such a server is `gametree serve --socket-port`, or one of the first article's own.
    """
    from ...limits import Limit
    from ...players.human import Human
    from ...players.registry import make_player
    from ...primitives.rng import fresh_seed
    from ...protocols.socket.client import WireClient
    from ...protocols.socket.forms import form_named
    from ..text.keyboard import ask

    form = form_named(game)
    player = make_player(described)
    if isinstance(player, Human):
        player = Human(ask, click.echo)
    untold = seconds is None and simulations is None
    limit = Limit(simulations, _SECONDS if untold else seconds)
    with WireClient(host, port) as client:
        visit = _Visit(form, client, player, limit, fresh_seed() if seed is None else seed)
        try:
            visit.run()
        except KeyboardInterrupt:
            click.echo("\nyou have left the game")
        finally:
            visit.end()


class _Visit:
    """A game on a server, from the greeting to the result."""

    def __init__(
        self, form: WireForm, client: WireClient, player: Player, limit: Limit, seed: int
    ) -> None:
        from ...players.human import Human
        from ...protocols.socket.client import Followed

        self._form, self._client, self._player = form, client, player
        self._limit, self._seed = limit, seed
        self._is_person = isinstance(player, Human)
        self._game = Followed(form)
        self._seat: int | None = None
        self._began_at: int | None = None  # how often the game had jumped then
        self._sent = ""  # the name of the last move

    def run(self) -> None:
        """Play until the game is over.

        Raises:
            ServerLeft: if the server leaves before that, or does not keep to the protocol.

        """
        from ...protocols.socket.client import ServerLeft

        for message in self._client.messages():
            match message["type"]:
                case "player":
                    self._sit_down(message)
                case "update" if self._seat is not None:
                    self._update(message)
                    if self._game.winners is not None:
                        return
                case "error" | "illegal" if self._sent:
                    self._refused(message)
                case "decline":
                    raise ServerLeft(f"the server declines: {message.get('message')}")
                case kind:
                    raise ServerLeft(f"the server sends {kind!r}, which has no meaning here")
        raise ServerLeft("the server has closed the connection before the game was over")

    def end(self) -> None:
        """Let the player go; whatever happens, the moves are not lost."""
        from ...record import moves_to_text

        self._player.end()
        record = self._game.record
        if record.actions and not self._game.jumped:
            pairs = zip(record.positions, record.actions, strict=False)
            names = (record.game.action_to_text(state, action) for state, action in pairs)
            click.echo(f"moves: {moves_to_text(names)}")

    def _sit_down(self, message: dict[str, Any]) -> None:
        from ...protocols.socket.client import ServerLeft
        from ..text.boards import player_name

        number = message.get("message")
        if number not in (1, 2):
            raise ServerLeft(f"the server gives the seat {number!r}, where 1 or 2 was expected")
        self._seat = number - 1
        click.echo(f"you are {player_name(self._form.game, self._seat)}")

    def _update(self, message: dict[str, Any]) -> None:
        from ..text.boards import board_text, player_name

        game = self._game
        game.update(message)
        record = game.record
        if game.moved is not None and game.moved[0] != self._seat:
            who, name = game.moved
            click.echo(f"{player_name(self._form.game, who)} plays {name}")
        mine = game.winners is None and record.player == self._seat
        if not (mine and self._is_person):  # who is shown it when he is asked
            before = record.positions[-2] if record.actions else None
            click.echo(f"\n{board_text(record.game, record.state, before)}\n")
        if game.winners is not None:
            click.echo(_result(game.winners, self._seat))
        elif mine:
            self._move()
        elif self._is_person:
            click.echo(f"{player_name(record.game, record.player)} is to move")

    def _move(self) -> None:
        from ...players.seat_record import record_for
        from ..text.boards import player_name
        from ..text.thinking import thinking

        record = self._game.record
        assert self._seat is not None
        who = player_name(record.game, self._seat)
        if self._began_at != self._game.jumped:
            self._player.end()
            with thinking(f"{who} gets ready"):
                self._player.begin(record.game, self._seat, self._seed)
            self._began_at = self._game.jumped
        if self._is_person:
            choice = self._player.choose(record, None)
        else:
            with thinking(f"{who} thinks"):
                choice = self._player.choose(record_for(self._player, record), self._limit)
        self._sent = record.game.action_to_text(record.state, choice.action)
        if not self._is_person:
            click.echo(f"{who} plays {self._sent}")
        self._client.play(self._form.action_message(choice.action))

    def _refused(self, message: dict[str, Any]) -> None:
        from ...protocols.socket.client import ServerLeft

        said = f"the server takes {self._sent} for no legal move: {message['type']}"
        if not self._is_person:
            raise ServerLeft(said)
        click.echo(said)
        self._move()


def _result(winners: dict[str, Any], seat: int | None) -> str:
    won = winners.get(str((seat or 0) + 1))
    if won == 0.5:
        return "a draw"
    return "you win" if won == 1 else "you lose"
