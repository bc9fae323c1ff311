"""`gametree --install-completion`, and what the shells complete then."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from gametree.cli import main


@pytest.mark.parametrize(
    ("shell", "file"),
    [("fish", ".config/fish/completions/gametree.fish"), ("zsh", ".zfunc/_gametree")],
)
def test_the_completion_of_a_shell_is_written_twice_the_same(shell, file, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    for _ in range(2):
        done = CliRunner().invoke(main, ["--install-completion"])
        assert done.exit_code == 0, done.output
        assert str(tmp_path / file) in done.output
    assert f"_GAMETREE_COMPLETE={shell}_complete" in (tmp_path / file).read_text(encoding="utf-8")
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [tmp_path / file]


def test_a_shell_without_completion_and_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for shell in ("", "/bin/tcsh"):
        monkeypatch.setenv("SHELL", shell)
        done = CliRunner().invoke(main, ["--install-completion"])
        assert done.exit_code == 2
        assert "completion is for the shells bash, fish, zsh" in done.output
    (tmp_path / ".config").write_text("", encoding="utf-8")
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    done = CliRunner().invoke(main, ["--install-completion"])
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_commands_and_options_are_completed():
    words = {"COMP_WORDS": "gametree an", "COMP_CWORD": "1"}
    variables = {"_GAMETREE_COMPLETE": "bash_complete", **words}
    done = CliRunner().invoke(
        main, [], env=variables, prog_name="gametree", complete_var="_GAMETREE_COMPLETE"
    )
    assert done.output.split() == ["plain,analyze"]
