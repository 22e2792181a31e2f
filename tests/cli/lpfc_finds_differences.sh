# A kernel that computes something else is found, with the element and both values.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > k.f90 <<'TEXT'
module m
  implicit none
contains
  subroutine double(lo, hi, a, b)
    integer, intent(in) :: lo, hi
    real, intent(in) :: a(lo:hi, 2)
    real, intent(out) :: b(lo:hi, 2)
    integer :: i, j
    do j = 1, 2
      do i = lo, hi
        b(i, j) = 2.0*a(i, j)
      end do
    end do
  end subroutine
  integer function total(n, k)
    integer, intent(in) :: n, k(n)
    integer :: i
    total = 0
    do i = 1, n
      total = total + 2*k(i)
    end do
  end function
end module
program main
  use m
  implicit none
  real :: a(0:2, 2) = reshape([1, 2, 3, 4, 5, 6], [3, 2]), b(0:2, 2)
  print *, total(3, [1, 2, 3])
  call double(0, 2, a, b)
  print *, b
end program
TEXT
# This compiler of C changes what it compiles.
cat > wrong <<'TEXT'
#!/bin/sh
for argument; do
    case "$argument" in
    *lp_kernels.c) sed -i "$CHANGE" "$argument" ;;
    esac
done
exec cc "$@"
TEXT
chmod +x wrong
export LPFC_CC=./wrong
for CHANGE in 's/2\.0f \* a\[/2.5f * a[/' 's/2 \* k\[/3 * k[/' ''; do
    export CHANGE
    lpfc k.f90 -o program
    ./program
    LP_VERIFY=1 ./program || echo "exit $?"
done
