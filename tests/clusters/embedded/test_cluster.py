from __future__ import annotations

from pathlib import Path

import pytest

from pyplugin.clusters.embedded.cluster import _where_logs_are_now

BEFORE, KEPT = Path("/state/labs/a/logs"), Path("/state/failed/a")


@pytest.mark.parametrize(
    ("cure", "now"),
    [
        ("read /state/labs/a/logs/etcd.log", "read /state/failed/a/etcd.log"),
        ("free some memory", "free some memory; the logs are in /state/failed/a"),
        ("", "the logs are in /state/failed/a"),
    ],
)
def test_a_cure_names_the_logs_where_they_are(cure: str, now: str) -> None:
    assert _where_logs_are_now(cure, BEFORE, KEPT) == now
