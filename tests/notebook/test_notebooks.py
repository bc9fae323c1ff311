"""The notebooks of the examples run from their first cell to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"

nbformat = pytest.importorskip("nbformat", reason="nbclient is missing: pip install -e '.[dev]'")
nbclient = pytest.importorskip("nbclient", reason="nbclient is missing: pip install -e '.[dev]'")
pytest.importorskip("ipykernel", reason="ipykernel is missing: pip install -e '.[dev]'")

SHOWN = {
    "comparing-variants": ("mcts:c=0.3", "accept H1", "Shares of the visits"),
    "mcts-explained": ("<- followed", "image/svg+xml", "Branching at the root", "widget-view"),
    "your-own-game": ("faults: []", "proven", "image/svg+xml", "moves, "),
}


def test_each_notebook_is_tested():
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == SHOWN.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs(name, tmp_path):
    if name == "comparing-variants":
        pytest.importorskip("scipy")
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear its outputs"
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    outputs = [str(each) for cell in notebook.cells for each in cell.get("outputs", ())]
    for told in SHOWN[name]:
        assert any(told in each for each in outputs), told
