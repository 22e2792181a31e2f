"""What a bound call on a device takes beyond setting the kernel's arguments and launching it.

Launches do nothing here, so that only what happens in Python is timed.
"""

import timeit

import lp
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array


def microseconds(function):
    return min(timeit.repeat(function, number=60, repeat=60)) / 60 * 1e6


queue = cl.CommandQueue(cl.create_some_context(interactive=False))
kernel = lp.kernel(
    "{ [i] : 0 <= i < n }",
    "y[i] = y[i] + s*x[i]",
    name="saxpy",
    args=["n : i32", "s : float32", "x : float32[n]", "y : float32[n]"],
).split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")
x, y = (cl_array.zeros(queue, 128, np.float32) for _ in range(2))
call = kernel.bind(queue)
call(s=0.5, x=x, y=y)

native = cl.Kernel(cl.Program(queue.context, kernel.code("opencl")).build(), "saxpy")
native.set_scalar_arg_dtypes([np.int32, np.float32, None, None])
event = cl.enqueue_marker(queue)
cl.enqueue_nd_range_kernel = lambda *_args, **_keywords: event
ours = microseconds(lambda: call(s=0.5, x=x, y=y))
own = microseconds(lambda: native.set_args(np.int32(128), np.float32(0.5), x.data, y.data))
print(f"a bound call takes {ours - own:.1f} us more than setting arguments")
