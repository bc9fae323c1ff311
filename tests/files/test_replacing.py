"""Files that are written whole or not at all."""

from __future__ import annotations

import pytest

from gametree.files.replacing import replacing


@pytest.mark.parametrize("error", [OSError("full"), KeyboardInterrupt()])
def test_what_was_there_stays_until_the_new_file_is_whole(tmp_path, error):
    target = tmp_path / "kept.txt"
    target.write_text("old")

    def write_half():
        with replacing(target, "x", encoding="utf-8") as file:
            file.write("half")
            raise error

    with pytest.raises(type(error)):
        write_half()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_the_new_file_takes_its_place(tmp_path):
    target = tmp_path / "kept.bin"
    target.write_bytes(b"old")
    with replacing(target, "xb") as file:
        file.write(b"new")
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]
