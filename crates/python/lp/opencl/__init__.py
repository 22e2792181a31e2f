"""Calls of kernels on devices, by pyopencl. `lp.Kernel.bind` leads here."""
