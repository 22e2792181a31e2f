# Renaming a file over a device would take the device away from everybody else.
lpopt examples/dgemm.f90 -o /dev/null && test -c /dev/null && echo "still a device"
