"""From a file's bytes to a document; everything in them is hostile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from pyplugin.spec.document import Document
from pyplugin.spec.nodes import Reader
from pyplugin.spec.problems import Problem, SpecError

if TYPE_CHECKING:
    from pathlib import Path

    from ruamel.yaml.nodes import Node

MAX_BYTES = 256 << 10


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
    document.content = Reader(document).value(root, ())
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


def _at(source: str, line: int, column: int, message: str, cure: str = "") -> SpecError:
    return SpecError(source, [Problem(line, column, "", message, cure)])


def _whole_file(source: str, message: str, cure: str = "") -> SpecError:
    return _at(source, 1, 1, message, cure)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
