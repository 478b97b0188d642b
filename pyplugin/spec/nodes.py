"""From ruamel's nodes to plain values.

Only the plain part of YAML is read: maps, lists and scalars. Anchors, tags and
merge keys are refused, which also rules out alias bombs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyplugin.spec.document import Document
    from pyplugin.spec.problems import Location

MAX_DEPTH = 32

_TAG = "tag:yaml.org,2002:"
_TRUE = ("true", "yes", "on", "y")


class Reader:
    """Faults go to the document, None takes their place."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._seen: set[int] = set()

    def value(self, node: Node, path: Location) -> Any:  # noqa: ANN401
        self._document.values[path] = node.start_mark
        if id(node) in self._seen:
            return None  # an alias; its anchor is refused below
        self._seen.add(id(node))
        if node.anchor:
            return self._refuse(path, "anchors and aliases are not supported", "write it out")
        if len(path) > MAX_DEPTH:
            return self._refuse(path, "nested too deep")
        if isinstance(node, MappingNode) and node.tag == f"{_TAG}map":
            return self._mapping(node, path)
        if isinstance(node, SequenceNode) and node.tag == f"{_TAG}seq":
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        if isinstance(node, ScalarNode) and (convert := _SCALARS.get(str(node.tag))):
            try:
                return convert(node.value)
            except ValueError:
                return self._refuse(path, f"not a number: {node.value[:40]}")
        return self._refuse(path, f"the tag {node.tag} is not supported", "remove it")

    def _mapping(self, node: MappingNode, path: Location) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode) or key_node.tag != f"{_TAG}str":
                self._document.values.setdefault((*path, "?"), key_node.start_mark)
                self._refuse((*path, "?"), "a key must be text", "quote it")
                continue
            key = key_node.value
            if key in result:
                first = self._document.keys[(*path, key)].line + 1
                self._document.keys[(*path, key)] = key_node.start_mark
                cure = f"the first is in line {first}; keep one"
                self._document.problem((*path, key), "duplicate key", cure, at_key=True)
                continue
            self._document.keys[(*path, key)] = key_node.start_mark
            result[key] = self.value(value_node, (*path, key))
        return result

    def _refuse(self, path: Location, message: str, cure: str = "") -> None:
        self._document.problem(path, message, cure)


def _integer(text: str) -> int:
    return int(text.replace("_", ""), 0)


def _float(text: str) -> float:
    return float(re.sub(r"\.(?=[A-Za-z])", "", text.replace("_", "")))  # .inf is inf


_SCALARS: dict[str, Callable[[str], Any]] = {
    f"{_TAG}str": str,
    f"{_TAG}timestamp": str,
    f"{_TAG}null": lambda _: None,
    f"{_TAG}bool": lambda text: text.lower() in _TRUE,
    f"{_TAG}int": _integer,
    f"{_TAG}float": lambda text: float(
        text.replace("_", "").replace(".inf", "inf").replace(".nan", "nan")
    ),
}
