from itertools import count

import pytest

from .live import serving
from .postgres import found, postgres

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def _postgres():
    if found("initdb") is None:
        pytest.skip("PostgreSQL is missing: `make test` installs it where it may")
    with postgres() as make:
        yield make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The URL of a new database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.sqlite"
    return request.getfixturevalue("postgresql")


@pytest.fixture
def postgresql(_postgres):
    """The URL of a new database of PostgreSQL's."""
    return _postgres(f"games{next(_NUMBERS)}")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A server in this process, for all tests of a module."""
    with serving(tmp_path_factory.mktemp("server")) as table:
        yield table
