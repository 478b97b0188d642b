"""Write the catalogue of instance types from the data of the PyPI package moto.

    pip download --no-deps moto
    python scripts/update_instance_types.py moto-*.whl

moto (Apache-2.0) records what the EC2 API says of its instance types; we keep the
figures that make up a node: vCPU, memory in MiB, architecture, GPUs.
"""

from __future__ import annotations

import gzip
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "pyplugin" / "clusters" / "data" / "instance_types.json"
SOURCE = "moto/ec2/resources/instance_types.json.gz"
ARCHITECTURES = {"x86_64": "amd64", "arm64": "arm64"}


def main(wheel: Path) -> None:
    """Read the wheel, write TARGET."""
    with zipfile.ZipFile(wheel) as archive:
        described: dict[str, Any] = json.loads(gzip.decompress(archive.read(SOURCE)))
    shapes = {name: _shape(described[name]) for name in sorted(described)}
    lines = [f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in shapes.items() if shape]
    version = "-".join(wheel.name.split("-")[:2])
    body = ",\n".join(lines)
    text = f'{{"version": 1, "source": "EC2 as recorded by {version}", "types": {{\n{body}\n}}}}\n'
    json.loads(text)
    TARGET.write_text(text, encoding="utf-8")
    print(f"{len(lines)} types in {TARGET.relative_to(ROOT)}")


def _shape(described: dict[str, Any]) -> dict[str, Any] | None:
    """One type's figures; None where no Kubernetes node runs (macOS)."""
    supported = described["ProcessorInfo"]["SupportedArchitectures"]
    arch = next((ARCHITECTURES[each] for each in supported if each in ARCHITECTURES), None)
    if arch is None:
        return None
    shape: dict[str, Any] = {
        "arch": arch,
        "cpu": described["VCpuInfo"]["DefaultVCpus"],
        "memory": described["MemoryInfo"]["SizeInMiB"],
    }
    for gpu in described.get("GpuInfo", {}).get("Gpus", []):
        # A fraction of a GPU counts as one device, as its driver shows it.
        shape["gpu"] = {
            "model": gpu["Name"],
            "count": gpu["LogicalGpuCount"],
            "memory": gpu["MemoryInfo"]["SizeInMiB"],
        }
    return shape


if __name__ == "__main__":
    main(Path(sys.argv[1]))
