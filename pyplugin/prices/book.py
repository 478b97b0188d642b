"""Price books: instance type → capacity type → zone → micro-dollars per hour.

The format and what is refused are in docs/architecture.md; the same golden files
(go/pricing/testdata) hold the Go side to it.
"""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pyplugin.errors import PypluginError
from pyplugin.prices.parse import MAX_BYTES, RefusedJSON, parse_json
from pyplugin.resources import go_library
from pyplugin.spec import CapacityType, is_label_value

FILE_NAME = "price-book.json"
"""Its name in a generated project and in a ConfigMap."""

ANY_ZONE = "*"
MAX_PRICE = 10_000_000_000

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


class PriceBookError(PypluginError):
    """A price book that is missing or that both sides refuse."""


def _timestamp(value: object) -> datetime:
    if not isinstance(value, str) or not _RFC_3339.fullmatch(value):
        raise ValueError("not a time such as 2026-05-01T00:00:00Z")
    return datetime.fromisoformat(value).astimezone(UTC)


def _label_value(value: str) -> str:
    if not value or not is_label_value(value):
        raise ValueError("not a label's value")
    return value


def _zone(value: str) -> str:
    return value if value == ANY_ZONE else _label_value(value)


Price = Annotated[int, Field(ge=1, le=MAX_PRICE)]
Zones = Annotated[dict[Annotated[str, AfterValidator(_zone)], Price], Field(min_length=1)]
Capacities = Annotated[dict[CapacityType, Zones], Field(min_length=1)]
InstanceType = Annotated[str, AfterValidator(_label_value)]
Percent = Annotated[int, Field(ge=0, le=100)]


class PriceBook(BaseModel):
    """One set of prices, in micro-dollars per hour; static marks list prices, which don't age."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: Literal[1]
    currency: Literal["USD"]
    source: Annotated[str, Field(min_length=1)]
    fetched_at: Annotated[datetime, BeforeValidator(_timestamp), Field(alias="fetchedAt")]
    static: bool = False
    prices: Annotated[dict[InstanceType, Capacities], Field(min_length=1)]
    interrupted_percent_per_month: Annotated[
        dict[InstanceType, Percent], Field(alias="interruptedPercentPerMonth")
    ] = {}
    """How many of 100 spot nodes of a type were taken back within a month."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file; PriceBookError names the file and the first fault."""
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise PriceBookError(
                f"price book {path}: {error.strerror}",
                cure="Paths in a spec start at its folder.",
            ) from error
        return cls.parse(data, source=str(path))

    @classmethod
    def parse(cls, data: bytes, *, source: str) -> Self:
        """Parse hostile bytes; source names them in errors. Raises PriceBookError."""
        try:
            return cls.model_validate(parse_json(data))
        except RefusedJSON as error:
            fault = str(error)
        except ValidationError as error:
            fault = _first(error)
        raise PriceBookError(
            f"price book {source}: {fault}",
            cure="Prices are whole micro-dollars per hour; see docs/architecture.md.",
        )

    @classmethod
    def default(cls) -> Self:
        """The list prices that are compiled into the scheduler."""
        return cls.load(go_library() / "pricing" / "data" / "default.json")

    def hourly(self, instance_type: str, zone: str, capacity_type: str) -> int | None:
        """Micro-dollars per hour of a node; the zone's own price wins over that of any zone."""
        capacities: dict[Any, dict[str, int]] = {**self.prices.get(instance_type, {})}
        zones = capacities.get(capacity_type, {})
        return zones.get(zone, zones.get(ANY_ZONE))


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:70] for part in first["loc"] if part != "[key]")
    return f"{where or 'content'}: {first['msg'].removeprefix('Value error, ')}"
