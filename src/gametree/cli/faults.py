"""Reports errors and warnings in one sentence on the error stream."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, TextIO

import click

from ..errors import GametreeError, NotCompiledWarning, OtherCodeWarning, cause_shown
from ..user_code.locating import failure, place_of

__all__ = ["Failure", "plainly"]


class Failure(click.ClickException):
    """An error of the user's, with the exit status of wrong usage.

    Its cause is shown only if the environment variable GAMETREE_DEBUG is set.
    """

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        if self.__cause__ is not None and cause_shown(self):
            click.echo("".join(traceback.format_exception(self.__cause__)), file=file, err=True)
        click.echo(f"error: {self.format_message()}", file=file, err=file is None)


@contextmanager
def plainly() -> Iterator[None]:
    """Convert wrong usage, gametree's errors and those of a user's own rules into a `Failure`."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", NotCompiledWarning)
        warnings.simplefilter("always", OtherCodeWarning)
        warnings.showwarning = _Notes()
        try:
            yield
        except GametreeError as error:
            raise Failure(_in_one_line(str(error))) from error
        except click.UsageError as error:
            raise Failure(_usage(error)) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("stopped by Ctrl-C", err=True)
            raise SystemExit(130) from None
        except Exception as error:
            if place_of(error) is None:
                raise
            raise Failure(failure(error, "")) from error


class _Notes:
    """Shows each warning in one line, once."""

    def __init__(self) -> None:
        self._shown: set[str] = set()

    def __call__(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        text = _in_one_line(str(message))
        if text not in self._shown:
            self._shown.add(text)
            click.echo(f"note: {text}", err=True)


def _usage(error: click.UsageError) -> str:
    text = _in_one_line(error.format_message()).rstrip(".")
    advice = "" if error.ctx is None else f" (see {error.ctx.command_path} --help)"
    return text[:1].lower() + text[1:] + advice


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
