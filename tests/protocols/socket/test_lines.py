"""Lines, found within bounds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.protocols.socket.lines import Lines, line_of


def test_a_message_is_one_line_of_ascii():
    assert line_of({"type": "error", "message": "é\n"}) == (
        b'{"type": "error", "message": "\\u00e9\\n"}\r\n'
    )


@settings(derandomize=True, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))),
    st.lists(st.integers(0, 200)),
)
def test_lines_are_found_however_they_are_cut(texts, cuts):
    sent = "".join(f"{each}\r\n" for each in texts).encode()
    lines, found, begin = Lines(10_000), [], 0
    for end in [*sorted(cut for cut in cuts if cut < len(sent)), len(sent)]:
        found += lines.feed(sent[begin:end])
        begin = end
    assert found == [(each.rstrip(), True) for each in texts]


def test_of_a_line_that_is_too_long_the_beginning_is_kept():
    lines = Lines(1000)
    for _ in range(50):
        assert lines.feed(b"x" * 999) == []
    assert len(lines._begun) == 1001
    assert lines.feed(b"x\r\nwell\r\n") == [("x" * 200, False), ("well", True)]


def test_what_is_no_text_is_read_all_the_same():
    assert Lines(100).feed(b"\xff\xfe\n") == [("��", True)]
