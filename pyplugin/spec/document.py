"""A YAML file as plain Python values, with the place of every one of them.

Only the plain part of YAML is read: one document of maps, lists and scalars.
Anchors, tags and merge keys are refused, which also rules out alias bombs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pyplugin.errors import PypluginError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_BYTES = 256 << 10
MAX_DEPTH = 32
MAX_SHOWN = 20

Location = tuple[str | int, ...]
"""Where a value is inside the document: ("spec", "pools", 0, "name")."""

_PLAIN = re.compile(r"[\w?-]{1,60}")
_TAG = "tag:yaml.org,2002:"
_TRUE = ("true", "yes", "on", "y")


class _Mark(Protocol):
    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault: line and column from 1, the dotted path, what is wrong, how to cure it."""

    line: int
    column: int
    path: str
    message: str
    cure: str = ""

    def format(self, source: str) -> str:
        where = f"{self.path}: " if self.path else ""
        cure = f" ({self.cure})" if self.cure else ""
        return f"{source}:{self.line}:{self.column}: {where}{self.message}{cure}"


class SpecError(PypluginError):
    """A file that is no spec; problems holds every fault found, in order of position."""

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        count = len(self.problems)
        lines = [problem.format(source) for problem in self.problems[:MAX_SHOWN]]
        if count > MAX_SHOWN:
            lines.append(f"… and {count - MAX_SHOWN} more")
        super().__init__("\n".join(lines))
        self.cure = f"Fix {'this' if count == 1 else f'these {count}'} and run it again."


@dataclass(slots=True)
class Document:
    """The content, where each value and each key stands, and what YAML itself has wrong."""

    content: Any = None
    values: dict[Location, _Mark] = field(default_factory=dict)
    keys: dict[Location, _Mark] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(
        self, path: Location, message: str, cure: str = "", *, at_key: bool = False
    ) -> None:
        """Record a fault at the value (or key) of the path, or at what is nearest to it."""
        place = path
        found = self.keys.get(path) if at_key else None
        while found is None and place:
            found = self.values.get(place)
            place = place[:-1]
        found = found or self.values.get(())
        line, column = (found.line, found.column) if found else (0, 0)
        self.problems.append(Problem(line + 1, column + 1, dotted(path), message, cure))


def dotted(path: Location) -> str:
    """spec.pools[0].name; a part that is no plain name is quoted and cut."""
    return "".join(map(_part, path)).removeprefix(".")


def _part(part: str | int) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    return f".{part}" if _PLAIN.fullmatch(part) else f"[{part[:40]!r}]"


def read_bytes(path: Path) -> bytes:
    """The file, at most one byte more than is allowed. Raises SpecError."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _whole_file(str(path), f"can't be read: {error.strerror}") from error


def read_document(data: bytes, source: str) -> Document:
    """Parse hostile bytes; raises SpecError for what has no structure to look into."""
    if len(data) > MAX_BYTES:
        raise _whole_file(source, "over 256 KiB", "a spec is a page long")
    document = Document()
    root = _compose(data, source)
    if root is None:
        raise _whole_file(source, "empty", "`pyplugin init` writes one to start from")
    document.content = _Walk(document).value(root, ())
    return document


def _compose(data: bytes, source: str) -> Node | None:
    try:
        text = data.decode("utf-8-sig")
        root: Node | None = YAML(typ="safe", pure=True).compose(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _at(source, line, 1, "not UTF-8", "save the file as UTF-8") from error
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise _at(source, line, column, *_syntax(error)) from error
    except RecursionError as error:
        raise _whole_file(source, "nested too deep") from error
    except (YAMLError, ValueError, NotImplementedError) as error:
        raise _whole_file(source, f"not YAML: {_one_line(error)}") from error
    return root


def _syntax(error: MarkedYAMLError) -> tuple[str, str]:
    message = " ".join(filter(None, [error.context, error.problem])) or "not YAML"
    if "'\\t'" in message:
        return message, "indent with spaces, not with tabs"
    if "another document" in message:
        return "several documents in one file", "keep one, without `---` between"
    return message, ""


class _Walk:
    """From ruamel's nodes to plain values; faults go to the document, None takes their place."""

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
                self._document.keys[(*path, key)] = key_node.start_mark
                first = self._document.values[(*path, key)].line + 1
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


def _at(source: str, line: int, column: int, message: str, cure: str = "") -> SpecError:
    return SpecError(source, [Problem(line, column, "", message, cure)])


def _whole_file(source: str, message: str, cure: str = "") -> SpecError:
    return _at(source, 1, 1, message, cure)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
