"""A network in an ONNX file, evaluated by ONNX Runtime, without PyTorch."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import BadParameter, ModelError
from ..game import Game
from ..machine.extras import load_extra
from ..naming.parameters import require
from .batched_network import ON_CPU, BatchedNetwork
from .blueprint import blueprint_of
from .model_file import ModelFacts
from .torch_network import DIGEST

__all__ = ["FACTS", "OnnxNetwork"]

FACTS = "gametree facts"
"""Under this name a file says, as JSON, how its network was trained."""


class OnnxNetwork(BatchedNetwork):
    """A network in an ONNX file, as `TorchNetwork.to_onnx` writes it (extra `learn`).

    A file from elsewhere will do, if it takes and gives what `gt.network_sizes(game)` says.

    Args:
        path: the file.
        game: the rules that it is for.
        batch_size: simulations to a batch, as for `BatchEvaluator`.
        threads: that ONNX Runtime computes with; None for as many as it likes.

    Attributes:
        facts: how it was trained, if `gametree train` has written the file; else None.

    Raises:
        BadParameter: if an argument is wrong, or the network is one for other rules.
        MissingExtra: if ONNX Runtime is not installed.
        ModelError: if the file cannot be read, or holds no network.
        GameError: if the rules break their contract.

    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        game: Game,
        *,
        batch_size: int = ON_CPU,
        threads: int | None = None,
    ) -> None:
        runtime: Any = load_extra("onnxruntime", "learn")
        if not isinstance(path, (str, os.PathLike)):
            raise BadParameter(f"path must be that of an ONNX file, not {path!r}")
        if threads is not None:
            require(int, threads=threads)
            if threads < 1:
                raise BadParameter(f"threads must be at least 1, not {threads}")
        digest = blueprint_of(game).digest
        shown = os.fspath(path)
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise ModelError(
                f"the model {shown!r} cannot be read: {error.strerror or error}"
            ) from error
        options = runtime.SessionOptions()
        options.log_severity_level = 3  # errors, which are raised, too
        if threads is not None:
            options.intra_op_num_threads = threads
        try:
            session = runtime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime has classes of its own, each from C++
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ModelError(f"{shown!r} holds no ONNX network that can be run: {first}") from error
        metadata = session.get_modelmeta().custom_metadata_map
        if metadata.get(DIGEST, digest) != digest:
            raise BadParameter(
                f"the network in {shown!r} was made for other rules, and {game!r} does not play "
                "alike: pass the game that it was made for, or export one for this"
            )
        if len(session.get_inputs()) != 1:
            raise BadParameter(
                f"the network in {shown!r} takes {len(session.get_inputs())} inputs, where a "
                "network for a game takes one: positions"
            )
        self.facts = _facts_in(metadata)
        name = session.get_inputs()[0].name

        def run(planes: Any) -> Any:
            return session.run(None, {name: planes})

        super().__init__(game, run, f"OnnxNetwork({Path(path).name})", batch_size)


def _facts_in(metadata: Mapping[str, str]) -> ModelFacts | None:
    try:
        return ModelFacts(**json.loads(metadata[FACTS]))
    except (KeyError, TypeError, ValueError):
        return None
