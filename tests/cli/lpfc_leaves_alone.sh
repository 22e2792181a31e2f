# Routines of which it is not sure that a kernel computes the same keep their bodies, and a report says why.
set -e
cd "$OUT"
cat > all.f90 <<'TEXT'
module m
  implicit none
  type pair
    real :: a(3), b
  end type
  type(pair) :: pairs(4)
contains
  elemental subroutine one(x)
    real, intent(inout) :: x
    integer :: i
    do i = 1, 3
      x = x + i
    end do
  end subroutine
  subroutine bound(n, x) bind(c)
    integer, value :: n
    real :: x(n)
    x = 1
  end subroutine
  subroutine kept(x)
    real :: x(3)
    integer, save :: calls = 0
    calls = calls + 1
    x = calls
  end subroutine
  subroutine masked(mask, x)
    logical, intent(in) :: mask(3)
    real, intent(inout) :: x(3)
    where (mask) x = 1
  end subroutine
  subroutine of_pairs(p)
    type(pair), intent(inout) :: p(:)
    integer :: i
    do i = 1, size(p)
      p(i)%b = 0
    end do
  end subroutine
  subroutine assumed(x)
    real :: x(*)
    x(1:3) = 1
  end subroutine
  subroutine no_loop(x)
    real :: x
    x = 1
  end subroutine
  subroutine prints(x)
    real :: x(3)
    print *, x
  end subroutine
  subroutine shared(x)
    real :: x(3); x = 1
  end subroutine
  subroutine entered(x)
    real :: x(3)
    x = 1
    entry other(x)
    x = 2
  end subroutine
  subroutine lent(x)
    real :: x(3), lp_state
    x = lp_state
  end subroutine
  subroutine directed(x)
    real :: x(3)
    integer :: i
    !$omp do
    do i = 1, 3
      x(i) = 1
    end do
  end subroutine
end module
subroutine calls_elsewhere(x)
  real :: x(3)
  call elsewhere(x)
  x = 1
end subroutine
subroutine holds(x)
  real :: x(3)
  x = 1
  call inner
contains
  subroutine inner
    print *, x
  end subroutine
end subroutine
TEXT
# A routine that lies beside the source is not surely the one that the program is linked with.
printf 'subroutine elsewhere(x)\nreal :: x(3)\nx = 2\nend subroutine\n' >elsewhere.f90
lpfc --report -fopenmp all.f90
lpfc -fopenmp -c all.f90 -o lpfc.o && gfortran -fopenmp -c all.f90 -o own.o && cmp lpfc.o own.o && echo 'the same object'
echo '# without OpenMP its directives are comments'
lpfc --report all.f90 | grep directed
