mkdir "$OUT/none"
export OCL_ICD_VENDORS="$OUT/none"
lprun --list-devices
lprun examples/fill.f90 --set n=3,a=1.5
lprun examples/fill.f90 --set n=3,a=1.5 --device opencl
