"""All families of trials, in a module that child processes can import."""

from __future__ import annotations

from . import answers, fuzz, modes, trials

SHARES = {  # of 100 games
    "proofs": 30,
    "repetition": 15,
    "loops": 8,
    "means": 12,
    "solved_means": 12,
    "same": 9,
    "saved": 4,
    "workers": 1,
    "faults": 8,
    "memory": 1,
}


def attempt(family: str, seed: str):
    """Do one trial of any sort."""
    if family in fuzz.FAMILIES:
        return fuzz.attempt(family, seed)
    if family in modes.SHARES:
        return modes.attempt(family, seed)
    if family == "answers":
        return answers.attempt(seed)
    return trials.attempt(family, seed)
