"""Write objects: as plain manifests with every default, or as a chart's template and values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from pyplugin.generate.manifests.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyplugin.generate.manifests.value import Object

_REFERENCE = re.compile(r"^(\s*(?:- )*(?:[\w.-]+: )?)!value '?(\w+)'?$", re.MULTILINE)


class _Dumper(yaml.SafeDumper):
    """YAML that people and every parser read the same way."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ANN401
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    # Parsers disagree about which of these are numbers: 1e3, 0o17, 1_0.
    if text[:1] in "0123456789+-." and style is None and not text.startswith("--"):
        style = "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _reference(dumper: yaml.SafeDumper, value: Value) -> yaml.ScalarNode:
    return dumper.represent_scalar("!value", value.name)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(Value, _reference)


def plain(objects: Sequence[Object]) -> str:
    """Manifests with every Value's default."""
    return _dump([_resolved(each) for each in objects])


def chart_template(objects: Sequence[Object]) -> str:
    """A Helm template in which every Value is a reference."""
    # Whatever came from a user must not be read as a template.
    text = _dump(objects).replace("{{", '{{ "{{" }}')
    return _REFERENCE.sub(r"\1{{ .Values.\2 | toJson }}", text)


def chart_values(objects: Sequence[Object]) -> str:
    """The chart's values.yaml: each Value's default under its explanation."""
    found = {value.name: value for value in _values(list(objects))}
    return "".join(map(_value_entry, found.values()))


def _value_entry(value: Value) -> str:
    comment = f"# {value.about}\n" if value.about else ""
    return comment + _yaml({value.name: value.default})


def _dump(objects: Sequence[Object]) -> str:
    return "---\n".join(_yaml(each) for each in objects)


def _yaml(content: object) -> str:
    return yaml.dump(content, Dumper=_Dumper, sort_keys=False, width=1000, allow_unicode=True)


def _resolved(node: Any) -> Any:  # noqa: ANN401
    match node:
        case Value():
            return node.default
        case dict():
            return {key: _resolved(value) for key, value in node.items()}
        case list():
            return [_resolved(value) for value in node]
    return node


def _values(node: Any) -> Iterator[Value]:  # noqa: ANN401
    match node:
        case Value():
            yield node
        case dict():
            yield from _values(list(node.values()))
        case list():
            for each in node:
                yield from _values(each)
