from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pyplugin.testing.events import Collected, EventWriter, Finished, Phase, read_events

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

pytest_plugins = ["pytester"]


def test_unknown_events_are_passed_over() -> None:
    lines = ['{"event": "phase", "text": "x"}', '{"event": "later", "more": 1}']
    assert list(read_events(lines)) == [Phase("x")]


def test_a_session_s_results_arrive_one_by_one(pytester: pytest.Pytester, tmp_path: Path) -> None:
    pytester.makepyfile(
        """
        import pytest
        def test_good(): pass
        def test_bad(): assert 1 == 2
        def test_skipped(): pytest.skip("no GPU here")
        @pytest.fixture
        def broken(): raise RuntimeError("no cluster")
        def test_setup(broken): pass
        """
    )
    path = tmp_path / "events"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY)
    pytester.inline_run(plugins=[EventWriter(descriptor)])
    os.close(descriptor)
    total, *tests = read_events(path.read_text(encoding="utf-8").splitlines())
    assert total == Collected(4)
    results = [test for test in tests if isinstance(test, Finished)]
    assert [test.outcome for test in results] == ["passed", "failed", "skipped", "failed"]
    assert "assert 1 == 2" in results[1].text
    assert "no cluster" in results[3].text
