"""From a file to a model, or to every problem in it at once.

Contradictions between fields are looked for once the fields themselves are right.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from pyplugin.spec.fleet import Fleet
from pyplugin.spec.problems import SpecError, dotted
from pyplugin.spec.read import read_bytes, read_document
from pyplugin.spec.scheduler import Scheduler

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic_core import ErrorDetails

    from pyplugin.spec.document import Document
    from pyplugin.spec.problems import Location

ModelT = TypeVar("ModelT", bound=BaseModel)


def load(path: Path) -> Scheduler:
    """Read a scheduler.yaml; SpecError lists every problem as file:line:column."""
    return parse(read_bytes(path), source=str(path))


def load_fleet(path: Path) -> Fleet:
    """Read a fleet.yaml; SpecError as for load."""
    return parse_fleet(read_bytes(path), source=str(path))


def parse(data: bytes, *, source: str = "scheduler.yaml") -> Scheduler:
    """Parse the bytes of a scheduler.yaml; source names them in errors."""
    return _parse(Scheduler, data, source)


def parse_fleet(data: bytes, *, source: str = "fleet.yaml") -> Fleet:
    """Parse the bytes of a fleet.yaml; source names them in errors."""
    return _parse(Fleet, data, source)


def _parse(model: type[ModelT], data: bytes, source: str) -> ModelT:
    document = read_document(data, source)
    if not isinstance(document.content, dict) and not document.problems:
        document.problem((), f"a map is needed, not {_kind(document.content)}")
    try:
        if not document.problems:
            return model.model_validate(document.content, by_alias=True, by_name=False)
        model.model_validate(document.content, by_alias=True, by_name=False)
    except ValidationError as error:
        known = {problem.path for problem in document.problems}
        _Translation(model, document, known).all(error)
    raise SpecError(source, document.problems)


class _Translation:
    """Pydantic's errors as problems of the document."""

    def __init__(self, model: type[BaseModel], document: Document, known: set[str]) -> None:
        self._model = model
        self._document = document
        self._faulty = set(known)

    def all(self, error: ValidationError) -> None:
        for each in error.errors(include_url=False, include_input=True):
            self._one(each)

    def _one(self, error: ErrorDetails) -> None:
        context = error.get("ctx", {})
        # "[key]" marks an error in a dict's key rather than in its value.
        loc = tuple(part for part in error["loc"] if part != "[key]")
        path: Location = (*loc, *context.get("at", ()))
        if dotted(path) in self._faulty:
            return
        message, cure = self._words(error, path)
        at_key = error["type"] == "extra_forbidden" or "[key]" in error["loc"]
        self._document.problem(path, message, cure, at_key=at_key)

    def _words(self, error: ErrorDetails, path: Location) -> tuple[str, str]:
        context = error.get("ctx", {})
        match error["type"]:
            case "extra_forbidden":
                return self._unknown(path)
            case "missing":
                return "missing", ""
            case "refused":
                return error["msg"], context["cure"]
            case "literal_error":
                return _not_in(error["input"], context["expected"])
            case "string_type":
                return f"text is needed, not {_kind(error['input'])}", "quote it"
            case "model_type" | "dict_type" | "model_attributes_type":
                return f"a map is needed, not {_kind(error['input'])}", ""
        message = error["msg"].removeprefix("Input ")
        return f"{message}, not {_kind(error['input'])}", ""

    def _unknown(self, path: Location) -> tuple[str, str]:
        names = _fields(self._model, path[:-1])
        what = "plugin" if path[:-1] == ("spec", "plugins") else "field"
        close = difflib.get_close_matches(str(path[-1]), names, n=1)
        if close:
            return f"unknown {what}", f"did you mean `{close[0]}`?"
        return f"unknown {what}", f"there are: {', '.join(names)}" if names else ""


def _not_in(value: object, expected: str) -> tuple[str, str]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"text is needed, not {_kind(value)}", f"quote it: one of {expected}"
    close = difflib.get_close_matches(str(value), expected.replace(" or ", ", ").split(", "), n=1)
    cure = f"did you mean {close[0]}?" if close else f"one of {expected}"
    return f"not allowed: {_kind(value)}", cure


def _fields(model: type[BaseModel], path: Location) -> list[str]:
    """The names a map at that path may have."""
    for part in path:
        if isinstance(part, int):
            continue
        found = [field for field in model.model_fields.values() if field.alias == part]
        inner = _model_in(found[0].annotation) if found else None
        if inner is None:
            return []
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(each) for each in get_args(annotation))
    return next((each for each in inner if each is not None), None)


def _kind(value: object) -> str:
    """A value in an error, in YAML's words and never longer than a line."""
    match value:
        case None:
            return "nothing"
        case dict():
            return "a map"
        case list():
            return "a list"
        case bool():
            return str(value).lower()
        case str():
            return repr(value[:40])
    return str(value)[:40]
