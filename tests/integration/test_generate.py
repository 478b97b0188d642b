"""The golden projects of all minors with real Go: vet, tidy, compile."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pyplugin.generate import Config, generate, preview
from pyplugin.golang import Toolchain, build, minors
from pyplugin.project import Project

GOLDEN = Path(__file__).parents[1] / "golden"

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1800)]


@pytest.mark.parametrize("minor", minors())
def test_golden_project_compiles(minor: str, tmp_path: Path) -> None:
    spec = GOLDEN / f"{minor}.yaml"
    root = tmp_path / "project"
    generate(spec, root)  # gofmt and go vet pass, or it raises
    assert not preview(spec, root).needed
    binary = build(Project.open(root))
    done = subprocess.run(
        [str(binary), "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith(f"Kubernetes v{minor}.")


@pytest.mark.parametrize("minor", minors())
def test_go_mod_is_tidy(minor: str, tmp_path: Path) -> None:
    root = tmp_path / "project"
    generate(GOLDEN / f"{minor}.yaml", root, Config(verify=False))
    environment = {"GOFLAGS": "-mod=mod"}
    assert Toolchain.find().run("mod", "tidy", "-diff", cwd=root, environment=environment) == ""
