lprun examples/rotation.f90 --device interp --set alpha=1.0
