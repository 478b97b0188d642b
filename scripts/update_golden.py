"""Write tests/golden: a project of each Kubernetes minor as it is rendered now.

    python scripts/update_golden.py            # write
    python scripts/update_golden.py --check    # exit 1 and list what differs

The library's copy and go.sum stay out: they only repeat files of this repository.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from pyplugin.generate.inputs import read_inputs
from pyplugin.generate.render import render

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
LEFT_OUT = ("third_party/", "go.sum")


def main() -> int:
    """Compare or write every project that has a spec in tests/golden."""
    stale = []
    for spec in sorted(GOLDEN.glob("*.yaml")):
        folder = GOLDEN / spec.stem
        wanted = project(spec)
        if wanted != present(folder):
            stale.append((folder, wanted))
    for folder, wanted in stale:
        if "--check" in sys.argv:
            print(f"out of date: {folder.name}; run make update-golden")
            continue
        write(folder, wanted)
        print(f"wrote {folder.name}")
    return 1 if stale and "--check" in sys.argv else 0


def project(spec: Path) -> dict[str, bytes]:
    """The files of a spec's project that are kept."""
    tree = render(read_inputs(spec))
    return {path: f.content for path, f in tree.items() if not path.startswith(LEFT_OUT)}


def present(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def write(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
