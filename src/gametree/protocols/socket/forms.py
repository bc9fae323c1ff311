"""The games of the protocol, by their names."""

from __future__ import annotations

from ...errors import UnknownGame
from .connect_four import ConnectFourForm
from .form import WireForm
from .reversi import ReversiForm
from .t3 import T3Form

__all__ = ["NAMES", "form_named"]

_FORMS: tuple[type[WireForm], ...] = (T3Form, ConnectFourForm, ReversiForm)

NAMES = tuple(each.name for each in _FORMS)


def form_named(name: str) -> WireForm:
    """Return a game in the form of the protocol, by its name there or here.

    Raises:
        UnknownGame: if there is none.

    """
    for each in _FORMS:
        if name in (each.name, each.spec):
            return each()
    raise UnknownGame(f"the protocol has no game {name!r}; it has {', '.join(NAMES)}")
