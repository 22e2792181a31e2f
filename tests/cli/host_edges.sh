# A host of a matrix product: sizes of zero, arguments that are not as required, devices that are not there, programs that do
# not build, and what is kept on disk. What it computes is what gfortran's routine does.
set -e
export LP_CACHE="$OUT/cache"
lpopt examples/dgemm.f90 -o "$OUT/product.cl" --host c
cp examples/dgemm.f90 "$OUT"
cd "$OUT"
cat > caller.f90 <<'TEXT'
module hosts
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function product_on_device(m, n, l, alpha, a, b, c) bind(c, name='dgemm_run')
      import
      integer(c_int), value :: m, n, l
      real(c_double), value :: alpha
      real(c_double), intent(in) :: a(*), b(*)
      real(c_double), intent(inout) :: c(*)
    end function
    subroutine show_error() bind(c)
    end subroutine
  end interface
contains
  subroutine try(what, m, n, l)
    character(*), intent(in) :: what
    integer, intent(in) :: m, n, l
    real(c_double) :: a(max(m, 0), max(l, 0)), b(max(l, 0), max(n, 0)), c(max(m, 0), max(n, 0)), d(max(m, 0), max(n, 0))
    integer :: code
    call random_number(a)
    call random_number(b)
    call random_number(c)
    d = c
    code = product_on_device(m, n, l, 0.5d0, a, b, c)
    if (code == 0) call dgemm(m, n, l, 0.5d0, a, b, d)
    print '(a, ": ", i0, l2)', what, code, all(c == d)
    if (code /= 0) call show_error()
  end subroutine
end module

program caller
  use hosts
  implicit none
  real(c_double) :: x(256)
  character(100) :: what
  call get_command_argument(1, what)
  if (what /= '') then
    call try(trim(what), 16, 16, 16)
    stop
  end if
  call try('whole blocks', 32, 48, 16)
  call try('again', 16, 16, 64)
  call try('no rows', 0, 16, 16)
  call try('nothing to add', 16, 16, 0)
  call try('nothing', 0, 0, 0)
  call try('less than a block', 17, 5, 3)
  call try('negative', -16, 16, 16)
  call try('beyond the limit', 2147483632, 0, 0)
  x = 1
  print '(a, i2)', 'shared memory:', product_on_device(16, 16, 16, 1.0d0, x, x, x)
  call show_error()
  print '(a, i2, l2)', 'read twice:', product_on_device(8, 8, 8, 1.0d0, x(1:64), x(1:64), x(65:128)), all(x(65:128) == 9)
end program
TEXT
cat > error.c <<'TEXT'
#include "product.h"
#include <stdio.h>
void show_error(void);
void show_error(void)
{
  fflush(stdout);
  puts(dgemm_error());
  fflush(stdout);
}
TEXT
build() { # PROGRAM HOST
    cc -std=c99 -Wall -Wextra -Werror -pedantic -c "$2" -o host.o
    gfortran -ffp-contract=off caller.f90 dgemm.f90 error.c host.o -lOpenCL -o "$1" 2> warnings || cat warnings
}
build caller product.host.c
timeout 200 ./caller
echo "programs on disk: $(ls cache | wc -l)"
LP_DEVICE=0:0 timeout 200 ./caller 'a device by number'
LP_DEVICE=99:0 timeout 200 ./caller 'no such platform'
LP_DEVICE=0:99 timeout 200 ./caller 'no such device'
LP_DEVICE=gpu timeout 200 ./caller 'no number'
for file in cache/*; do head -c 100 "$file" > cut && cp cut "$file"; done
timeout 200 ./caller 'a program cut short on disk'
for file in cache/*; do printf 'garbage' | dd of="$file" bs=1 seek=200 conv=notrunc 2> log; done
timeout 200 ./caller 'a damaged program on disk'
LP_CACHE= timeout 200 ./caller 'no cache'
LP_CACHE=/proc/nowhere timeout 200 ./caller 'a cache that cannot be'
env -u LP_CACHE -u HOME timeout 200 ./caller 'no home'
HOME="$OUT/home" && mkdir "$HOME" && env -u LP_CACHE HOME="$HOME" timeout 200 ./caller 'a home' && ls "$HOME/.cache/lpir" | wc -l
sed 's/"  \(int const \)/"  no \1/; s/"__kernel void/"__kernel vain/' product.host.c > broken.host.c
build broken broken.host.c
timeout 200 ./broken 'a program that does not build' 2> log | head -2
OCL_ICD_VENDORS="$OUT/none" timeout 200 ./caller 'no driver'
