"""The catalogue of instance types."""

from __future__ import annotations

import pytest

from pyplugin.clusters import Gpu, InstanceType, UnknownInstanceType, instance_type
from pyplugin.prices import PriceBook


@pytest.mark.parametrize(
    "expected",
    [
        InstanceType(name="m5.xlarge", arch="amd64", cpu=4, memory=16384),
        InstanceType(name="m7g.2xlarge", arch="arm64", cpu=8, memory=32768),
        InstanceType(
            name="p5.48xlarge", arch="amd64", cpu=192, memory=2097152, gpu=Gpu("H100", 8, 81920)
        ),
        InstanceType(
            name="g4dn.xlarge", arch="amd64", cpu=4, memory=16384, gpu=Gpu("T4", 1, 16384)
        ),
    ],
)
def test_shapes(expected: InstanceType) -> None:
    assert instance_type(expected.name) == expected


def test_unknown_suggests_a_name() -> None:
    with pytest.raises(UnknownInstanceType, match=r"no instance type 'm5\.xlarg'") as caught:
        instance_type("m5.xlarg")
    assert "m5.xlarge" in caught.value.cure


def test_nearly_every_priced_type_has_a_shape() -> None:
    priced = PriceBook.default().prices
    assert len(priced) > 1000
    missing = [name for name in priced if not _known(name)]
    assert len(missing) < len(priced) / 20


def _known(name: str) -> bool:
    try:
        shape = instance_type(name)
    except UnknownInstanceType:
        return False
    return shape.cpu > 0 and shape.memory > 0 and shape.arch in {"amd64", "arm64"}
