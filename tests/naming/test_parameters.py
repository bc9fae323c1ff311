from __future__ import annotations

import inspect
from dataclasses import dataclass

import pytest

from gametree.errors import BadParameter
from gametree.game import Game
from gametree.games import ConnectFour, Nim, Othello, TicTacToe, find, hidden_names, load, names
from gametree.naming.parameters import (
    create,
    describe_parameters,
    parse_parameters,
    switches,
    takes_fields_of,
)


class Loose(Game):
    """A user's game, with hardly an annotation."""

    def __init__(self, size, depth=2.5, walls=(1, 2), open=True, label="a", other=None):
        self.given = (size, depth, walls, open, label, other)


class Annotated(Game):
    def __init__(
        self,
        *,
        factor: float = 1.0,
        names: tuple[str, ...] | None = None,
        span: tuple[float, float] | None = None,
    ) -> None:
        self.given = (factor, names, span)


@pytest.mark.parametrize(
    ("game_class", "texts", "values"),
    [
        (Nim, {}, {}),
        (Nim, {"heaps": "1,3,5,7", "misere": "true"}, {"heaps": (1, 3, 5, 7), "misere": True}),
        (Nim, {"heaps": "(4, 5,)", "take": "3"}, {"heaps": (4, 5), "take": 3}),
        (Nim, {"heaps": "9", "take": "None"}, {"heaps": (9,), "take": None}),
        (Nim, {"misere": " FALSE "}, {"misere": False}),
        (ConnectFour, {"width": "8", "connect": " 5"}, {"width": 8, "connect": 5}),
        (Othello, {"size": "6", "score": "discs"}, {"size": 6, "score": "discs"}),
        (Loose, {"size": "4"}, {"size": 4}),
        (Loose, {"size": "4.5"}, {"size": 4.5}),
        (Loose, {"size": "big"}, {"size": "big"}),
        (Loose, {"depth": "3"}, {"depth": 3.0}),
        (Loose, {"walls": "3,x", "open": "false"}, {"walls": (3, "x"), "open": False}),
        (Loose, {"label": "7", "other": "7"}, {"label": "7", "other": 7}),
        (Annotated, {"factor": "2", "names": "a, b"}, {"factor": 2.0, "names": ("a", "b")}),
        (Annotated, {"names": "none"}, {"names": None}),
    ],
)
def test_text_becomes_typed_values(game_class, texts, values):
    parsed = parse_parameters(game_class, texts)
    assert parsed == values
    assert {name: type(value) for name, value in parsed.items()} == {
        name: type(value) for name, value in values.items()
    }


@pytest.mark.parametrize(
    ("game_class", "texts", "message"),
    [
        (ConnectFour, {"width": "wide"}, "width must be an integer, not 'wide'"),
        (Nim, {"heaps": "1;3"}, "heaps must be integers separated by commas, not '1;3'"),
        (Nim, {"take": "x"}, "take must be an integer or none, not 'x'"),
        (Nim, {"misere": "maybe"}, "misere must be true or false, not 'maybe'"),
        (Annotated, {"factor": "x"}, "factor must be a number, not 'x'"),
        (Annotated, {"span": "0,x"}, "span must be numbers separated by commas or none, not '0,x'"),
        (
            Nim,
            {"heap": "3"},
            r"^nim has no parameter 'heap'; did you mean heaps\? it takes heaps=1,3,5,7, take=none",
        ),
        (TicTacToe, {"size": "3"}, "tic_tac_toe has no parameter 'size'; it takes none"),
    ],
)
def test_text_that_is_no_value(game_class, texts, message):
    with pytest.raises(BadParameter, match=message):
        parse_parameters(game_class, texts)


def test_create():
    game = create(Loose, {"size": 3})
    assert game.given == (3, 2.5, (1, 2), True, "a", None)
    with pytest.raises(BadParameter, match="loose needs the parameter size"):
        create(Loose, {})
    with pytest.raises(
        BadParameter, match=r"no parameter 'sise'; did you mean size\? it takes size, dep"
    ):
        create(Loose, {"sise": 3})


@pytest.mark.parametrize("name", names() + hidden_names())
def test_the_description_is_what_the_parser_reads(name):
    game_class = find(name)
    text = describe_parameters(game_class)
    # Commas separate the parameters, and the items of a tuple without a space.
    texts = dict(part.split("=") for part in text.split(", ")) if text else {}
    game = create(game_class, parse_parameters(game_class, texts))
    assert repr(game) == repr(load(name))


@dataclass(frozen=True, kw_only=True)
class Paint:
    colour: str = "red"
    coats: int | None = None
    glossy: bool = False


class Painted:
    @takes_fields_of(Paint)
    def __init__(self, size: int, *, scale: float = 1.0, **paint) -> None:
        self.given = (size, scale, Paint(**paint))


class Smaller(Painted):
    def __init__(self, coats: str = "one") -> None:
        super().__init__(1)


def test_keywords_that_are_fields_of_a_dataclass():
    assert str(inspect.signature(Painted)) == (
        "(size: int, *, scale: float = 1.0, colour: str = 'red', coats: int | None = None, "
        "glossy: bool = False) -> None"
    )
    assert describe_parameters(Painted) == "size, scale=1.0, colour=red, coats=none, glossy=false"
    assert switches(Painted) == {"glossy"}
    texts = {"size": "3", "coats": "2", "glossy": "true"}
    made = create(Painted, parse_parameters(Painted, texts))
    assert made.given == (3, 1.0, Paint(coats=2, glossy=True))
    with pytest.raises(BadParameter, match="coats must be an integer or none, not 'x'"):
        parse_parameters(Painted, {"coats": "x"})
    with pytest.raises(
        BadParameter, match=r"Painted has no parameter 'coat'; did you mean coats\? it "
    ):
        create(Painted, {"coat": 1})
    assert parse_parameters(Smaller, {"coats": "2"}) == {"coats": "2"}  # it takes others


def test_parameters_of_functions_are_typed_too():
    def made(size: int | None = None, label: str | None = None, deep: bool | None = None):
        """Make something."""

    texts = {"size": "3", "label": "7", "deep": "true"}
    assert parse_parameters(made, texts) == {"size": 3, "label": "7", "deep": True}


def test_the_nearest_constructor_counts():
    """An `__init__` comes before a `__new__` that lies further up, with any Python."""

    class Noting:
        def __new__(cls, *arguments, **named):
            return super().__new__(cls)

    class Deep(Noting):
        def __init__(self, depth: int = 3) -> None:
            self.depth = depth

    class Deeper(Deep):
        pass

    assert describe_parameters(Deeper) == describe_parameters(Deep) == "depth=3"
    assert parse_parameters(Deeper, {"depth": "5"}) == {"depth": 5}
