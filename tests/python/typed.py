"""A program of a user's, of which mypy finds nothing wrong."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

import lp

Vector = NDArray[np.float32]


def saxpy(width: int) -> lp.Kernel:
    kernel = lp.kernel(
        "{ [i] : 0 <= i < n }",
        "y[i] = y[i] + s*x[i]",
        name="saxpy",
        args=["n : i32", "s : float32", "x : float32[n]", "y : float32[n]"],
    )
    return kernel.split_iname("i", width, outer_tag="g.0", inner_tag="l.0")


def variants(widths: Iterable[int]) -> dict[int, lp.Kernel]:
    return {width: saxpy(width) for width in widths}


def squares() -> lp.Kernel:
    module = lp.Module("squares")
    n = module.add_argument("n", "int32")
    x, y = (module.add_argument(name, "float64", [n]) for name in ("x", "y"))
    i = module.add_domain({"i": (0, n)})
    module.add_instruction(y[i], lp.where(x[i] > 0, x[i] * x[i], 0.0))
    return module.kernel()


def main() -> None:
    x: Vector = np.ones(100, np.float32)
    y: Vector = np.zeros(100, np.float32)
    found = variants((16, 32))
    call = found[16].bind()
    _, outputs = call(s=0.5, x=x, y=y)
    code: str = found[32].code("opencl")
    names: list[str] = [one.name for one in squares().args]
    try:
        saxpy(8).tag_inames({"i": "g.0"})
    except lp.Refusal as refusal:
        text: str = refusal.message
        print(text)
    print(code, names, len(outputs), found[16].pipeline)


if __name__ == "__main__":
    main()
