"""The scheduler under test: the demo's, generated and compiled once per session."""

from __future__ import annotations

import pytest

from pyplugin.generate import generate
from pyplugin.golang import build
from pyplugin.project import Project
from pyplugin.resources import examples


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("project") / "demo-scheduler"
    generate(examples() / "demo" / "scheduler.yaml", folder)
    project = Project.open(folder)
    build(project)
    return project
