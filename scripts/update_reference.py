"""Write docs/reference from the models of the specs.

python scripts/update_reference.py            # write
python scripts/update_reference.py --check    # exit 1 and list what differs
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pyplugin.spec import KINDS, json_schema

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
HEADER = "<!-- Written by scripts/update_reference.py from the models. Don't edit. -->\n"

Schema = dict[str, Any]


def main() -> int:
    """Compare or write a page for each kind."""
    pages = {FOLDER / f"{kind}.md": page(kind) for kind in KINDS}
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"out of date: {path.name}; run make update-reference")
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(pages[path], encoding="utf-8")
        print(f"wrote {path.name}")
    return 0


def page(kind: str) -> str:
    """The reference of one kind, a section for each map in it."""
    schema = json_schema(kind)
    sections = [section(schema, kind, f"{kind}.yaml")]
    for path, model in nested(schema, schema, ""):
        sections.append(section(model, path, f"`{path}`"))
    return HEADER + "\n".join(sections)


def nested(root: Schema, model: Schema, path: str) -> list[tuple[str, Schema]]:
    """Every map below a model with its path, outer ones first."""
    found = []
    for name, field in model["properties"].items():
        inner = reference(root, field)
        if inner is not None:
            here = f"{path}.{name}".removeprefix(".") + ("[]" if "items" in field else "")
            found += [(here, inner), *nested(root, inner, here)]
    return found


def reference(root: Schema, field: Schema) -> Schema | None:
    """The model that a field holds, directly, in a list or optionally."""
    for each in (field, field.get("items", {}), *field.get("anyOf", [])):
        if "$ref" in each:
            model: Schema = root["$defs"][each["$ref"].rpartition("/")[2]]
            return model
    return None


def section(model: Schema, path: str, title: str) -> str:
    level = "#" if "." not in path and title.endswith(".yaml") else "##"
    rows = [row(name, field, model) for name, field in model["properties"].items()]
    table = "| field | type | default | |\n|---|---|---|---|\n" + "".join(rows)
    return f"{level} {title}\n{model['description']}\n\n{table}"


def row(name: str, field: Schema, model: Schema) -> str:
    default = "required" if name in model.get("required", []) else shown(field.get("default"))
    about = " ".join(field.get("description", "").split())
    return f"| `{name}` | {kind_of(field)} | {default} | {about} |\n"


def shown(default: object) -> str:
    """A default; a map's is told by its own section."""
    return "" if default is None or isinstance(default, dict | list) else f"`{json.dumps(default)}`"


def kind_of(field: Schema) -> str:
    """A field's type in words, with its bounds."""
    options = [each for each in field.get("anyOf", [field]) if each.get("type") != "null"]
    field = options[0]
    if "$ref" in field or field.get("type") == "object":
        return "map"
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    if field["type"] == "array":
        return "list"
    kind: str = field["type"]
    words = {"string": "text", "boolean": "true or false"}.get(kind, kind)
    if "minimum" in field:
        return f"{words} from {field['minimum']} to {field['maximum']}"
    return words


if __name__ == "__main__":
    sys.exit(main())
