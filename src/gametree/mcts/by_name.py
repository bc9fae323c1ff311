"""Strategies by name, or by their class in a user's file, with the parameters that they have."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any, Generic, TypeVar

from plainpython.compilable import Compilable

from ..errors import BadParameter, GametreeError
from ..naming.parameters import key_values, parse_parameters, switches, where_constructed
from ..user_code.locating import failure
from ..user_code.python_file import FileSpec, Kind, file_spec, find_class

__all__ = ["Question"]

_Strategy = TypeVar("_Strategy", bound=Compilable)


class Question(Generic[_Strategy]):
    """A part of the description of a search, such as `selection`, and the bundled answers.

    Attributes:
        name: the parameter.
        base: what all strategies that answer derive from.
        answers: the bundled ones by name.

    """

    def __init__(
        self, name: str, base: type[_Strategy], answers: Mapping[str, type[_Strategy]]
    ) -> None:
        self.name = name
        self.base = base
        self.answers = answers

    def parameters(self) -> dict[str, set[str]]:
        """Return the names of the parameters of each bundled answer."""
        return {name: {*signature(each).parameters} for name, each in self.answers.items()}

    def answered(
        self, answer: str | Compilable, parameters: Mapping[str, float | None]
    ) -> _Strategy:
        """Return the strategy that an answer stands for; parameters that are None are its own.

        The answer is a bundled name, a class in a file with parameters behind colons
        (`mine.py:MyRule:depth=3:wide=true`), or the strategy itself.

        Raises:
            BadParameter: if it is none of these, or does not take a parameter, or its value.
            PythonFileError: if the file cannot be loaded or holds no such class.

        """
        given = {key: value for key, value in parameters.items() if value is not None}
        if isinstance(answer, self.base):
            for key in given:
                raise BadParameter(f"{self.name} is {answer!r} already: leave out {key}")
            return answer
        spec = file_spec(answer) if isinstance(answer, str) else None
        if spec is not None:
            return self._own(str(answer), spec, given)
        if not isinstance(answer, str) or answer not in self.answers:
            names = f"one of {', '.join(self.answers)}, or " if self.answers else ""
            raise BadParameter(
                f"{self.name} must be {names}a class in a file, such as "
                f"mine.py:My{self.base.__name__}, not {answer!r}"
            )
        taken = self.parameters()
        for key in given:
            if key not in taken[answer]:
                having = ", ".join(each for each in taken if key in taken[each])
                raise BadParameter(
                    f"{self.name}={answer} has no {key}; those that have one are {having}"
                )
        return self.answers[answer](**given)

    def _own(self, answer: str, spec: FileSpec, given: Mapping[str, float]) -> _Strategy:
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
            raise BadParameter(f"in {self.name}={answer}: {error}") from error
        except Exception as error:
            told = failure(error, f"making {cls.__name__}")
            raise BadParameter(f"in {self.name}={answer}: {told}") from error

    def _is_one(self, cls: type[Any]) -> bool:
        return issubclass(cls, self.base)
