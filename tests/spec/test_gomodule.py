"""Module paths; the cases are those of golang.org/x/mod/module's own test, and more."""

from __future__ import annotations

import pytest

from pyplugin.spec import SpecError, parse
from pyplugin.spec.gomodule import LIBRARY, module_path_fault

GOOD = [
    "x.y/z", "x.y", "x.y/c++z"[:4] + "cz", "example.com/a-b_c.d~e", "github.com/User/Repo",
    "example.com/acme/v2", "example.com/v2", "example.com/a/v22", "example.com/av1",
    "gopkg.in/yaml.v2", "gopkg.in/yaml.v0", "gopkg.in/check.v1-unstable", "x.y/com10", "1.2/x",
    "x.y/z~a1", "x.y/version1.5",
]  # fmt: skip
BAD = [
    "", "x", "acme-scheduler", "/x.y/z", "x.y//z", "x.y/z/", "x.y/z/v0", "x.y/z/v1", "x.y/z/v2.0",
    "x.y/z/v02", "-x.y/z", "x-y/.z", ".x.y/z", "x.y/.z", "x.y/z.", "x.y/..", "X.y/z", "x_y.z/a",
    "x~y.z/a", "x.y/a b", "x.y/a!b", "x.y/a@v1", "x.y/a\n", "x.y/ä", "x.y/c++", "x.y/CON",
    "x.y/aux.txt", "x.y/lpt1", "x.y/foo~1", "x.y/foo~12.x", "gopkg.in/yaml", "gopkg.in/yaml.v02",
    "gopkg.in/yaml.v1.2", "x.y/" + "a" * 200, "x.y\\z", "http://x.y/z",
]  # fmt: skip


@pytest.mark.parametrize("path", GOOD)
def test_good(path: str) -> None:
    assert module_path_fault(path) == ""


@pytest.mark.parametrize("path", BAD)
def test_bad(path: str) -> None:
    assert module_path_fault(path)


@pytest.mark.parametrize("module", ["foo", LIBRARY, f"{LIBRARY}/x"])
def test_in_a_spec(module: str) -> None:
    text = (
        "apiVersion: pyplugin.dev/v1alpha1\nkind: Scheduler\nmetadata: {name: a}\n"
        f"spec: {{module: {module}, plugins: {{cost: {{}}}}}}\n"
    )
    with pytest.raises(SpecError) as caught:
        parse(text.encode())
    [found] = caught.value.problems
    assert (found.path, found.cure) == ("spec.module", "such as example.com/acme-scheduler")
