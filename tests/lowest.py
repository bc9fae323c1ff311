"""Print the lowest versions that pyproject.toml declares, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def lowest(project: dict) -> Iterator[str]:
    """Yield `name==version` for each package with a lowest version, unless one is pinned."""
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(each for extra in extras for each in extra)]
    pinned = {each.partition("==")[0] for each in wanted if "==" in each.partition(";")[0]}
    for each in wanted:
        found = re.match(r"([\w.-]+)>=([\w.]+)", each)
        if found and found[1] not in pinned:
            yield f"{found[1]}=={found[2]}"


if __name__ == "__main__":
    print(*lowest(tomllib.loads(PROJECT.read_text())["project"]), sep="\n")
