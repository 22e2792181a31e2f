# For OpenCL too; where there is no device, or none is wanted, the routines run as they were written.
export LPFC_LEAST=0
set -e
cp examples/heat/* "$OUT"
cd "$OUT"
export LP_CACHE=
make -s heat
./heat >expected
make -s clean
LPFC_TARGET=opencl make -s -j2 FC=lpfc heat
table() {
    awk '!/^kernels ran/ { $3 = ""; print }'
}
LP_VERIFY=1 LP_TRACE=1 timeout 300 ./heat 2>trace >got
diff expected got && table <trace
LP_DEVICE=host LP_TRACE=1 timeout 300 ./heat 2>trace >got
diff expected got && table <trace
ldd heat | grep -c OpenCL || true
