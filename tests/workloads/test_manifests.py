from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lightkube.resources.apps_v1 import Deployment

from pyplugin.resources import examples
from pyplugin.workloads import ManifestError, load_manifests, with_scheduler

if TYPE_CHECKING:
    from pathlib import Path


def test_the_demo_workloads_change_in_scheduler_and_namespace_alone() -> None:
    before = load_manifests(examples() / "demo" / "workloads.yaml")
    after = with_scheduler(before, scheduler_name="acme", namespace="n")
    assert len(before) == len(after) == 6
    for old, new in zip(before, after, strict=True):
        changed = new.to_dict()
        if isinstance(new, Deployment):
            assert changed["metadata"].pop("namespace") == "n"
            assert changed["spec"]["template"]["spec"].pop("schedulerName") == "acme"
        assert changed == old.to_dict()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind: Deployment", "apiVersion"),
        ("- 1", ""),
        ("a: [", ""),
        ("apiVersion: v1\nkind: Secret\nmetadata: {name: s}", "Secret s"),
        ("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}", "spec"),
        ("apiVersion: apps/v1\nkind: Deployment\nmetadata: 7", ""),
        ("just text", ""),
    ],
)
def test_anything_else_is_refused_with_the_file_s_name(
    tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "workloads.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ManifestError, match=r"workloads\.yaml") as caught:
        load_manifests(path)
    assert says in caught.value.message
    assert caught.value.cure


def test_a_missing_a_binary_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="No such file"):
        load_manifests(tmp_path / "none.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ManifestError):
        load_manifests(tmp_path / "binary.yaml")
    (tmp_path / "huge.yaml").write_text("#" * (1 << 20) + "\n#", encoding="utf-8")
    with pytest.raises(ManifestError, match="1 MiB"):
        load_manifests(tmp_path / "huge.yaml")
