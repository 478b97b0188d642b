"""Write the pinned dependency sets, go/go.mod and go/lab/go.mod.

    python scripts/update_deps.py            # write
    python scripts/update_deps.py --check    # exit 1 and list what differs

To move to a newer patch or minor, change VERSIONS and run it. The staging
modules that need a replace line are those that k8s.io/kubernetes itself
replaces in its go.mod; every other version follows from its requirements.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from pyplugin.golang import SETS, Toolchain

VERSIONS = {"1.37": "v1.37.2", "1.36": "v1.36.3", "1.35": "v1.35.4"}
NEWEST = next(iter(VERSIONS))

ROOT = Path(__file__).resolve().parent.parent
MODULES = {"scheduler": ROOT / "go", "lab": ROOT / "go" / "lab"}


def main() -> int:
    """Compute all files, then compare or write them."""
    wanted: dict[Path, str] = {}
    for minor, version in VERSIONS.items():
        wanted |= _set(minor, version)
    stale = [path for path, text in wanted.items() if _read(path) != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"out of date: {path.relative_to(ROOT)}")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


def _set(minor: str, version: str) -> dict[Path, str]:
    go = Toolchain.find()
    kubernetes = _kubernetes_mod(go, version)
    files: dict[Path, str] = {}
    versions: dict[str, dict[str, str]] = {}
    for name, source in MODULES.items():
        with tempfile.TemporaryDirectory() as folder:
            module = _tidy(go, source, Path(folder) / "module", _seed(source, version, kubernetes))
            versions[name] = _versions(go, module)
            for ending in ("mod", "sum"):
                text = (module / f"go.{ending}").read_text(encoding="utf-8")
                files[SETS / minor / f"{name}.{ending}"] = text
                if minor == NEWEST:
                    files[source / f"go.{ending}"] = text
    _agree(minor, versions["scheduler"], versions["lab"])
    return files


def _kubernetes_mod(go: Toolchain, version: str) -> dict[str, Any]:
    download = go.run("mod", "download", "-json", f"k8s.io/kubernetes@{version}", cwd=Path("/"))
    return _mod_json(go, Path(json.loads(download)["GoMod"]))


def _mod_json(go: Toolchain, path: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(go.run("mod", "edit", "-json", str(path), cwd=path.parent))
    return parsed


def _seed(source: Path, version: str, kubernetes: dict[str, Any]) -> str:
    """A go.mod with nothing but what tidy can't know: the version and the replaces."""
    module = "pyplugin.dev/scheduling" + ("/lab" if source.name == "lab" else "")
    staging = "v0." + version.removeprefix("v1.")
    names = sorted(
        each["Old"]["Path"]
        for each in kubernetes["Replace"]
        if each["New"]["Path"].startswith("./staging/")
    )
    replaces = "".join(f"\t{name} => {name} {staging}\n" for name in names)
    return (
        f"module {module}\n\ngo {kubernetes['Go']}\n\n"
        f"require k8s.io/kubernetes {version}\n\nreplace (\n{replaces})\n"
    )


def _tidy(go: Toolchain, source: Path, module: Path, seed: str) -> Path:
    """Tidy a copy of the module: nested modules (folders with their own go.mod) stay out."""
    shutil.copytree(source, module, ignore=_nested)
    (module / "go.mod").write_text(seed, encoding="utf-8")
    (module / "go.sum").unlink(missing_ok=True)
    go.run("mod", "tidy", cwd=module, environment={"GOFLAGS": "-mod=mod"})
    return module


def _nested(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if (Path(folder) / name / "go.mod").exists()]


def _versions(go: Toolchain, module: Path) -> dict[str, str]:
    requires = _mod_json(go, module / "go.mod")["Require"]
    return {each["Path"]: each["Version"] for each in requires}


def _agree(minor: str, scheduler: dict[str, str], lab: dict[str, str]) -> None:
    """Both modules share the build cache only if every shared version is the same."""
    staging = "v0.0.0"  # a replaced module: the replace line decides, and it is the same in both
    for path in sorted(scheduler.keys() & lab.keys()):
        pair = {scheduler[path], lab[path]} - {staging}
        if len(pair) > 1 and not path.startswith("k8s.io/"):
            raise SystemExit(
                f"{minor}: {path} is {scheduler[path]} in go/ and {lab[path]} in go/lab"
            )


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
