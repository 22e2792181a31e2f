# Kernels and arguments called like macros of <stdint.h> and <math.h>, like functions of the C library, and like helpers.
cd "$OUT"
cat > in.lpir <<'END'
lpir 1

kernel @free {
  arg INT8_MAX, FP_ZERO, SIZE_MAX, math_errhandling, index, time, nullptr, class : i32
  arg MATH_ERRNO : i32[2] out
  domain { [UINT_FAST8_MAX] : 0 <= UINT_FAST8_MAX < 2 }
  iname UINT_FAST8_MAX
  require INT8_MAX + FP_ZERO < SIZE_MAX : "too large"
  s: MATH_ERRNO[UINT_FAST8_MAX] = INT8_MAX + FP_ZERO*SIZE_MAX + math_errhandling + index + time*nullptr + class  in(UINT_FAST8_MAX)
}
END
lptranslate in.lpir -o out.c
cat out.c
gcc -Wall -Werror -c out.c
lptranslate in.lpir -o out.cu
grep -n 'void' -A4 out.cu
lptranslate in.lpir -o out.cl
grep condition out.launch.json
lprun in.lpir --device opencl --against in.lpir --set INT8_MAX=3,FP_ZERO=-4,SIZE_MAX=5,math_errhandling=1,index=2,time=7,nullptr=9,class=4 2>&1 | grep -v '^on\|^free on'
