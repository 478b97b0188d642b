"""The pinned sets that ship with the package."""

from __future__ import annotations

import re

import pytest

from pyplugin.golang import UnknownMinor, dependencies, minors

_REQUIRE = re.compile(r"^\t(\S+) (v\S+)", re.MULTILINE)
_REPLACE = re.compile(r"^\t(k8s\.io/\S+) => (k8s\.io/\S+) (v\S+)$", re.MULTILINE)


def requires(mod: str) -> dict[str, str]:
    return dict(_REQUIRE.findall(mod))


def test_minors() -> None:
    assert minors() == ["1.37", "1.36", "1.35"]


@pytest.mark.parametrize("minor", minors())
class TestSet:
    def test_version_is_of_the_minor(self, minor: str) -> None:
        assert dependencies(minor).version.startswith(f"v{minor}.")

    def test_both_modules_share_every_version(self, minor: str) -> None:
        """Otherwise the second build does not profit from the first one's cache."""
        pinned = dependencies(minor)
        scheduler, lab = requires(pinned.scheduler_mod), requires(pinned.lab_mod)
        shared = [path for path in scheduler.keys() & lab.keys() if not path.startswith("k8s.io/")]
        assert len(shared) > 50
        assert {path: scheduler[path] for path in shared} == {path: lab[path] for path in shared}

    def test_every_staging_module_is_replaced_alike(self, minor: str) -> None:
        pinned = dependencies(minor)
        staging = pinned.version.replace("v1.", "v0.")
        for mod in (pinned.scheduler_mod, pinned.lab_mod):
            replaced = _REPLACE.findall(mod)
            assert len(replaced) >= 30
            assert {(old == new, version) for old, new, version in replaced} == {(True, staging)}

    def test_etcd_is_the_one_that_kubernetes_requires(self, minor: str) -> None:
        lab = requires(dependencies(minor).lab_mod)
        assert lab["go.etcd.io/etcd/server/v3"] == lab["go.etcd.io/etcd/client/v3"]

    def test_module_lines(self, minor: str) -> None:
        pinned = dependencies(minor)
        assert pinned.scheduler_mod.startswith("module pyplugin.dev/scheduling\n")
        assert pinned.lab_mod.startswith("module pyplugin.dev/scheduling/lab\n")
        assert f"k8s.io/kubernetes {pinned.version} h1:" in pinned.scheduler_sum
        assert f"k8s.io/kubernetes {pinned.version} h1:" in pinned.lab_sum

    def test_flags(self, minor: str) -> None:
        pinned = dependencies(minor)
        assert f"component-base/version.gitVersion={pinned.version}" in pinned.ldflags
        assert f"gitMinor={minor.split('.')[1]}" in pinned.ldflags
        assert pinned.tags == f"k8s1_{minor.split('.')[1]}"


@pytest.mark.parametrize(("minor", "go"), [("1.37", (1, 26)), ("1.36", (1, 26)), ("1.35", (1, 25))])
def test_oldest_go(minor: str, go: tuple[int, int]) -> None:
    assert dependencies(minor).go == go


@pytest.mark.parametrize("minor", ["1.34", "", "1.37.2", "../1.37", "latest"])
def test_unknown_minor(minor: str) -> None:
    with pytest.raises(UnknownMinor) as caught:
        dependencies(minor)
    assert "1.37, 1.36, 1.35" in caught.value.cure
