# Products are rounded before they are added, unless the user allows otherwise.
lptranslate examples/dgemm.f90 --to opencl --no-line-map | grep FP_CONTRACT
lptranslate examples/dgemm.f90 --to opencl --no-line-map --fp-contract | grep FP_CONTRACT
