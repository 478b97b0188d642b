"""Three-way merge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyplugin.generate.merge import merge

BASE = b"a\nb\nc\nd\ne\n"

LINES = st.lists(st.sampled_from("abcde"), max_size=6).map(lambda x: "\n".join(x).encode())


def test_both_sides_change_other_lines() -> None:
    merged = merge(base=BASE, mine=b"A\nb\nc\nd\ne\n", new=b"a\nb\nc\nd\nE\n")
    assert merged is not None
    assert (merged.content, merged.conflicts) == (b"A\nb\nc\nd\nE\n", 0)


def test_the_same_change_is_no_conflict() -> None:
    merged = merge(base=BASE, mine=b"A\nb\nc\nd\ne\n", new=b"A\nb\nc\nd\ne\n")
    assert merged is not None
    assert merged.conflicts == 0


def test_a_conflict_has_both_sides() -> None:
    merged = merge(base=BASE, mine=b"X\nb\nc\nd\ne\n", new=b"Y\nb\nc\nd\ne\n")
    assert merged is not None
    assert merged.conflicts == 1
    assert merged.content.startswith(b"<<<<<<< yours\nX\n=======\nY\n>>>>>>> new version\nb\n")


def test_no_text() -> None:
    assert merge(base=b"\xff", mine=b"", new=b"") is None


@given(LINES, LINES)
def test_an_unchanged_side_gives_the_other(base: bytes, other: bytes) -> None:
    for merged in (
        merge(base=base, mine=base, new=other),
        merge(base=base, mine=other, new=base),
        merge(base=base, mine=other, new=other),
    ):
        assert merged is not None
        assert (merged.content, merged.conflicts) == (other, 0)


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_any_bytes(base: bytes, mine: bytes, new: bytes) -> None:
    merged = merge(base=base, mine=mine, new=new)
    assert merged is None or merged.conflicts >= 0


@given(st.text(max_size=30), st.text(max_size=30))
def test_line_ends_survive(base: str, other: str) -> None:
    content = other.encode("utf-8", "replace")
    merged = merge(base=base.encode("utf-8", "replace"), mine=content, new=content)
    assert merged is not None
    assert merged.content == content
