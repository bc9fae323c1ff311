"""Registers the bundled strategies: a name, a sentence and the parameters of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from plainpython.compilable import Compilable

from ..errors import BadParameter, GametreeError
from ..naming.parameters import key_values, parse_parameters, switches, where_constructed
from ..user_code.locating import failure
from ..user_code.python_file import FileSpec, Kind, file_spec, find_class

__all__ = ["Option", "Parameter", "Registration", "Strategies", "StrategiesAround"]

_Strategy = TypeVar("_Strategy", bound=Compilable)


class Parameter(NamedTuple):
    """A parameter of a strategy that has another name as an option of a search.

    Attributes:
        sentence: describes the parameter.
        option: the name of the option.

    """

    sentence: str
    option: str


class Option(NamedTuple):
    """An option of a search, in descriptions of players and on the command line.

    Attributes:
        name: the keyword.
        kind: the type of the value: float, int, bool or str.
        sentence: describes the option.

    """

    name: str
    kind: type
    sentence: str


@dataclass(frozen=True)
class Registration(Generic[_Strategy]):
    """A bundled strategy.

    Attributes:
        name: its name in descriptions and on the command line.
        sentence: says what the strategy does.
        cls: the class.
        parameters: the parameters that options can set, with a sentence for each.

    """

    name: str
    sentence: str
    cls: type[_Strategy]
    parameters: Mapping[str, Parameter]

    def options(self) -> dict[str, Option]:
        """Return the options that set parameters, in the order of their registration."""
        hints = get_type_hints(self.cls.__init__)
        return {
            option: Option(option, _value_kind(hints[name]), sentence)
            for name, (sentence, option) in self.parameters.items()
        }

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the constructor for some options; other options are ignored."""
        return {
            name: given[option]
            for name, (_, option) in self.parameters.items()
            if given.get(option) is not None
        }


class Strategies(Generic[_Strategy]):
    """The bundled strategies that answer one option of a search, such as `selection`.

    Attributes:
        option: the name of the option.
        base: the base class of all of them.
        sentence: describes the option.
        entries: the bundled strategies by name.

    """

    def __init__(
        self, option: str, base: type[_Strategy], sentence: str, *, from_files: bool = True
    ) -> None:
        self.option = option
        self.base = base
        self.sentence = sentence
        self.entries: dict[str, Registration[_Strategy]] = {}
        self._from_files = from_files

    def register(
        self, name: str, sentence: str, **parameters: str | Parameter
    ) -> Callable[[type[_Strategy]], type[_Strategy]]:
        """Register the decorated class by a name, with a sentence for it and for each parameter.

        A name that is taken stays with its class: a copy of a bundled strategy in a user's file is
        named by that file.
        """
        named = {
            each: said if isinstance(said, Parameter) else Parameter(said, each)
            for each, said in parameters.items()
        }

        def enter(cls: type[_Strategy]) -> type[_Strategy]:
            self.entries.setdefault(name, Registration(name, sentence, cls, named))
            # In an order that does not depend on which module was imported first.
            self.entries = dict(sorted(self.entries.items()))
            return cls

        return enter

    def options(self) -> list[Option]:
        """Return the option itself, and the options that are parameters of these strategies."""
        found: dict[str, list[tuple[str, Option]]] = {}
        for entry in self.entries.values():
            for option in entry.options().values():
                found.setdefault(option.name, []).append((entry.name, option))
        return [
            Option(self.option, str, self.sentence),
            *(
                Option(name, owned[0][1].kind, self._described(owned))
                for name, owned in found.items()
            ),
        ]

    def _described(self, owned: list[tuple[str, Option]]) -> str:
        """Return the sentences of one option, each with the names of the strategies it is for."""
        names: dict[str, list[str]] = {}
        for name, option in owned:
            names.setdefault(option.sentence, []).append(name)
        if len(names) == 1 and len(owned) == len(self.entries):
            return owned[0][1].sentence
        return " ".join(
            f"Of {_listed(each)}: {sentence[0].lower()}{sentence[1:]}"
            for sentence, each in names.items()
        )

    def create(self, answer: Any, given: Mapping[str, Any]) -> _Strategy:
        """Return the strategy for an answer; options that are None keep the defaults.

        The answer is a bundled name, a class in a file with parameters behind colons
        (`mine.py:MyRule:depth=3:wide=true`), or the strategy itself.

        Raises:
            BadParameter: if it is none of these, or does not take a parameter, or its value.
            PythonFileError: if the file cannot be loaded or holds no such class.

        """
        given = {key: value for key, value in given.items() if value is not None}
        if self._from_files and isinstance(answer, self.base):
            for key in given:
                raise BadParameter(f"{self.option} is {answer!r} already: leave out {key}")
            return answer
        spec = file_spec(answer) if self._from_files and isinstance(answer, str) else None
        if spec is not None:
            return self._from_file(str(answer), spec, given)
        if not isinstance(answer, str) or answer not in self.entries:
            raise BadParameter(f"{self.option} must be {self._expected()}, not {answer!r}")
        entry = self.entries[answer]
        taken = {name: each.options() for name, each in self.entries.items()}
        for key in given:
            if key not in taken[answer]:
                having = ", ".join(each for each in taken if key in taken[each])
                raise BadParameter(
                    f"{self.option}={answer} has no {key}; those that have one are {having}"
                )
        return entry.cls(**entry.arguments(given))

    def _expected(self) -> str:
        """Return what an answer may be, for messages."""
        names = f"one of {', '.join(self.entries)}" if self.entries else ""
        if not self._from_files:
            return names
        files = f"a class in a file, such as mine.py:My{self.base.__name__}"
        return f"{names}, or {files}" if names else files

    def _from_file(self, answer: str, spec: FileSpec, given: Mapping[str, Any]) -> _Strategy:
        name = self.base.__name__
        kind = Kind(name, f"a class that derives from gametree.{name}", self._is_one)
        cls = find_class(spec.path, spec.name, kind)
        try:
            own = parse_parameters(cls, key_values(spec.rest or "", ":", switches(cls)))
            for key in given:
                if key not in signature(where_constructed(cls)).parameters:
                    raise BadParameter(f"{cls.__name__} has no parameter {key!r}")
                if key in own:
                    raise BadParameter(f"{key} is given twice")
            return cls(**own, **given)  # type: ignore[no-any-return]
        except GametreeError as error:
            raise BadParameter(f"in {self.option}={answer}: {error}") from error
        except Exception as error:
            message = failure(error, f"making {cls.__name__}")
            raise BadParameter(f"in {self.option}={answer}: {message}") from error

    def _is_one(self, cls: type[Any]) -> bool:
        return issubclass(cls, self.base)


class StrategiesAround(Generic[_Strategy]):
    """The bundled strategies that go around another one when an option of their name is given.

    Attributes:
        inner: the parameter of their constructors that takes the strategy within.
        entries: the strategies by name, the innermost one first.

    """

    def __init__(self, inner: str) -> None:
        self.inner = inner
        self._ranked: dict[int, Registration[_Strategy]] = {}

    @property
    def entries(self) -> dict[str, Registration[_Strategy]]:
        """The strategies by name, the innermost one first."""
        return {each.name: each for _, each in sorted(self._ranked.items())}

    def register(
        self, rank: int, name: str, sentence: str, **parameters: Parameter
    ) -> Callable[[type[_Strategy]], type[_Strategy]]:
        """Register the decorated class; one with a higher rank goes around those with lower ones.

        One of the parameters has the option `name`: it switches the strategy on.
        """

        def enter(cls: type[_Strategy]) -> type[_Strategy]:
            self._ranked.setdefault(rank, Registration(name, sentence, cls, parameters))
            return cls

        return enter

    def options(self) -> list[Option]:
        """Return the options of all these strategies, the innermost strategy first."""
        return [each for entry in self.entries.values() for each in entry.options().values()]

    def any_given(self, given: Mapping[str, Any]) -> bool:
        """Return True if one of the strategies is switched on.

        Raises:
            BadParameter: if one is not, but an option for it is given.

        """
        on = False
        for name, entry in self.entries.items():
            if given.get(name) is not None:
                on = True
                continue
            for parameter, (_, option) in entry.parameters.items():
                if given.get(option) is not None:
                    first = next(iter(entry.parameters))
                    usual = signature(entry.cls).parameters[first].default
                    raise BadParameter(
                        f"{option} is the {parameter} of {name}: give {name}={usual} as well"
                    )
        return on

    def around(self, strategy: _Strategy | None, given: Mapping[str, Any]) -> _Strategy | None:
        """Return the strategy with those around it that some options switch on."""
        for name, entry in self.entries.items():
            if given.get(name) is not None:
                strategy = entry.cls(**{self.inner: strategy}, **entry.arguments(given))
        return strategy


def _value_kind(hint: Any) -> type:
    """Return the type of a parameter's values, None left out."""
    kinds = [each for each in (get_args(hint) or (hint,)) if each is not type(None)]
    kind: type = kinds[0]
    return kind


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
