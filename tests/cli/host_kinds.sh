# Hosts of kernels with scalars of every type, loops of the host, scratch arrays, padded and separate arrays, arrays of unknown
# length and truth values: what they compute is what the interpreter, gfortran or a formula says.
set -e
export LP_CACHE="$OUT/cache"
here=$PWD
cd "$OUT"
strict="-std=c99 -ffp-contract=off -Wall -Wextra -Werror -pedantic"
run() { # NAME ARGUMENTS... : compiles the host and a main program, and runs it
    name=$1
    shift
    cc $strict "$name.host.c" "main_$name.c" -lOpenCL -lm -o "$name"
    timeout 200 "./$name" "$@"
}

echo 'scalars of every type:'
cat > kinds.lpir <<'TEXT'
lpir 1
kernel @kinds {
  arg on : bool
  arg a : i8
  arg b : i16
  arg c : i32
  arg d : i64
  arg e : u8
  arg f : u16
  arg g : u32
  arg h : u64
  arg x : f32
  arg y : f64
  arg z : c64
  arg w : c128
  arg n : i32
  arg mask : bool[n] inout
  arg r : f64[11] out
  arg v : c128[2] out
  domain [n] -> { [i] : 0 <= i < n }
  domain { [j] : 0 <= j < 1 }
  iname i : g.0
  iname j : g.0
  flip: mask[i] = not mask[i]  in(i)
  r0: r[0] = if(on, 1.0, 2.0)  in(j)
  r1: r[1] = cast(f64, a)  in(j)
  r2: r[2] = cast(f64, b)  in(j)
  r3: r[3] = cast(f64, c)  in(j)
  r4: r[4] = cast(f64, d)  in(j)
  r5: r[5] = cast(f64, e)  in(j)
  r6: r[6] = cast(f64, f)  in(j)
  r7: r[7] = cast(f64, g)  in(j)
  r8: r[8] = cast(f64, h)  in(j)
  r9: r[9] = cast(f64, x)  in(j)
  r10: r[10] = y  in(j)
  v0: v[0] = cast(c128, z)  in(j)
  v1: v[1] = w  in(j)
}
TEXT
lptranslate kinds.lpir -o kinds.cl --host fortran
cat > main_kinds.c <<'TEXT'
#include "kinds.h"
#include <complex.h>
#include <stdio.h>
int main(void)
{
  uint8_t mask[3] = {0, 1, 0};
  double r[11];
  double complex v[2];
  int const code = kinds_run(
      true, -7, -3000, -2000000000, -5000000000, 250, 60000, 4000000000u, 1ull << 40, 0.5f, -0.1, 1.5f - 2.0f * I,
      -3.25 + 1e-3 * I, 3, mask, r, v);
  printf("%d:", code);
  for (int k = 0; k < 11; ++k)
    printf(" %.17g", r[k]);
  printf("\n%g%+gi %g%+gi %d%d%d\n", creal(v[0]), cimag(v[0]), creal(v[1]), cimag(v[1]), mask[0], mask[1], mask[2]);
  return code;
}
TEXT
sed -n '/function kinds_run/,/end function/p' kinds.host.f90
run kinds

echo 'a loop of the host round two launches, with a scratch array:'
lptranslate "$here/tests/lower/host_loop_of_phases.lpir" -o phases.cl --host c
cat > main_phases.c <<'TEXT'
#include "phases.h"
#include <stdio.h>
int main(void)
{
  int failures = 0;
  for (int n = 0; n < 6; ++n)
    for (int m = 0; m < 4; ++m) {
      double a[6], b[6], t[6], done = 2;
      for (int i = 0; i < n; ++i)
        a[i] = b[i] = i + 0.25;
      for (int s = 0; s < m; ++s) {
        for (int i = 0; i < n; ++i)
          t[i] = 0.5 * b[n - 1 - i];
        for (int i = 0; i < n; ++i)
          b[i] = b[i] + t[i] * (s + 1);
      }
      failures += phases_run(n, m, a, &done) != 0 || done != 3;
      for (int i = 0; i < n; ++i)
        failures += a[i] != b[i];
    }
  printf("%d failures\n", failures);
  return failures;
}
TEXT
run phases

echo 'a counter beyond 32 bits:'
lptranslate "$here/tests/lower/host_loop_of_64_bits.lpir" -o wide.cl --host c
cat > main_wide.c <<'TEXT'
#include "wide.h"
#include <inttypes.h>
#include <stdio.h>
int main(void)
{
  int64_t const starts[] = {0, 3000000000, 2147483645, -5000000000};
  int failures = 0;
  for (int k = 0; k < 4; ++k) {
    double a[4][8], b[8], c[4][8], d[8];
    for (int i = 0; i < 8; ++i) {
      b[i] = d[i] = i;
      for (int t = 0; t < 4; ++t)
        a[t][i] = c[t][i] = t - i;
    }
    for (int t = 0; t < 4; ++t) {
      for (int i = 0; i < 8; ++i)
        c[t][i] = c[t][i] + d[7 - i] + (double)(starts[k] + t);
      for (int j = 0; j < 8; ++j)
        d[j] = d[j] + 2 * c[t][7 - j];
    }
    failures += h_run(starts[k], &a[0][0], b) != 0;
    for (int i = 0; i < 32; ++i)
      failures += (&a[0][0])[i] != (&c[0][0])[i] || b[i % 8] != d[i % 8];
  }
  printf("%d failures\n", failures);
  return failures;
}
TEXT
run wide

echo 'separate and padded arrays, of which the padding stays:'
lptranslate "$here/tests/lower/separate_in_two_launches.lpir" -o twice.cl --host c
cat > main_twice.c <<'TEXT'
#include "twice.h"
#include <stdio.h>
int main(void)
{
  int failures = 0;
  for (int n = 0; n < 6; ++n) {
    int const part = n == 0 ? 0 : 1 + 5 * (n - 1) + (3 - 1);
    double a[100], b[6];
    for (int k = 0; k < 100; ++k)
      a[k] = k + 0.5;
    failures += twice_run(n, a, b) != 0;
    for (int k = 0; k < 100; ++k)
      failures += a[k] != k + 0.5;
    for (int j = 0; j < n; ++j) {
      double const *const row = a + 5 * (n - j - 1);
      double const z = 2 * a[part + 5 * j + 1];
      failures += b[j] != row[0] + row[1] + row[2] + z;
    }
  }
  printf("%d failures\n", failures);
  return failures;
}
TEXT
run twice

echo 'a loop as long as a condition holds, truth values of Fortran, arrays of unknown length, from Fortran:'
lpopt "$here/tests/lower/while_residual_of_sweeps.f90" -p 'auto_parallel()' -o relax.cl --host fortran
grep -c 'lp_flag(lp_buffers' relax.host.c
cp "$here/tests/lower/while_residual_of_sweeps.f90" relax.f90
cat > choose.f90 <<'TEXT'
subroutine choose(n, mask, x, y, found)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: mask(n)
  real, intent(in) :: x(*)
  real, intent(inout) :: y(n)
  logical, intent(out) :: found
  integer :: i
  if (n > 1000) error stop 'choose: more than 1000'
  found = .false.
  do i = 1, n
    if (mask(i)) y(i) = x(i)
    found = found .or. mask(i)
  end do
end subroutine
TEXT
lpopt choose.f90 -p 'auto_parallel()' -o choose.cl --host fortran
cat > matrix.f90 <<'TEXT'
subroutine matrix(lda, n, a, s)
  implicit none
  integer, intent(in) :: lda, n
  real, intent(in) :: a(lda, *)
  real, intent(out) :: s
  integer :: i, j
  s = 0
  do j = 1, n
    do i = 1, lda
      s = s + a(i, j)
    end do
  end do
end subroutine
TEXT
lpopt matrix.f90 -o matrix.cl --host fortran
grep -A 1 '  a_size' matrix.h
cat > caller.f90 <<'TEXT'
program caller
  use iso_c_binding
  use relax_host
  use choose_host
  use matrix_host
  implicit none
  integer, parameter :: n = 20, m = 17
  real(8) :: u(n, m), v(n, m), u0(n, m), v0(n, m), err, err0, tol(3) = [0.5d0, 0.01d0, 1d-9]
  integer :: steps, steps0, k, code
  real :: x(50), y(50), y0(50)
  logical :: mask(50), found
  logical(c_bool) :: found0
  do k = 1, 3
    call random_number(u)
    v = u
    u0 = u
    v0 = v
    err0 = 0
    steps0 = 0
    code = relax_run(u0, v0, n, m, tol(k), err0, steps0)
    call relax(u, v, n, m, tol(k), err, steps)
    print *, code, all(u == u0), all(v == v0), err == err0, steps == steps0, steps < 8
  end do
  do k = 1, 3
    call random_number(x)
    call random_number(y)
    mask = x > 0.5*k
    y0 = y
    found0 = .false.
    code = choose_run(50, logical(mask, c_bool), x, 50_c_int64_t, y0, found0)
    call choose(50, mask, x, y, found)
    print *, code, all(y == y0), found .eqv. logical(found0)
  end do
  print *, choose_run(1001, logical(mask, c_bool), x, 50_c_int64_t, y0, found0), all(y == y0)
  print *, choose_message()
  print *, choose_run(50, logical(mask, c_bool), x, -1_c_int64_t, y0, found0), all(y == y0)
  print *, choose_message()
  print *, choose_run(50, logical(mask, c_bool), x, 49_c_int64_t, y0, found0), all(y == y0)
  print *, matrix_run(2, 3, reshape([1., 2., 3., 4., 5., 6.], [2, 3]), 3_c_int64_t, y0(1)), y0(1)
  print *, matrix_run(2, 4, reshape([1., 2., 3., 4., 5., 6.], [2, 3]), 3_c_int64_t, y0(1)), y0(1)
  print *, matrix_message()
  call relax_release()
  print *, relax_run(u0, v0, 2, 2, 1d0, err0, steps0)
end program
TEXT
cc $strict -c relax.host.c choose.host.c matrix.host.c
gfortran -ffp-contract=off relax.host.f90 choose.host.f90 matrix.host.f90 caller.f90 relax.f90 choose.f90 relax.host.o choose.host.o matrix.host.o -lOpenCL -o caller
timeout 200 ./caller
