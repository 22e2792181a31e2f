# Routines of which it is not sure that a kernel computes the same keep their bodies, and a report says why.
export LPFC_LEAST=0
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
    logical, intent(out) :: mask(3)
    real, intent(in) :: x(3)
    mask = x > 1
  end subroutine
  subroutine of_pairs(p)
    type(pair), intent(inout) :: p(:)
    integer :: i
    do i = 1, size(p)
      p(i)%b = 0
    end do
  end subroutine
  subroutine assumed(x, k)
    real :: x(*)
    integer :: k(3), i
    do i = 1, 3
      x(k(i)) = 1
    end do
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
echo '# names and kinds that a module may give and nobody knows'
mkdir modules
cat > modules/given.f90 <<'TEXT'
module given
  integer, parameter :: wp = 4
  real :: total = 1
end module
TEXT
(cd modules && gfortran -c given.f90)
cat > taken.f90 <<'TEXT'
subroutine add(n, x)
  use given
  real x(n)
  do i = 1, n
    total = x(i)
    x(i) = total + 1
  end do
end subroutine
subroutine named(n, x)
  use given, only: total
  real x(n)
  do i = 1, n
    x(i) = x(i) + total
  end do
end subroutine
TEXT
cat > kinds.f90 <<'TEXT'
subroutine scale(n, x)
  use given, only: wp
  real x(n)
  real(wp) t
  do i = 1, n
    t = x(i)/3.0_wp
    x(i) = t*7
  end do
end subroutine
TEXT
mv modules/given.f90 modules/given.txt
lpfc --report -Imodules taken.f90 kinds.f90
mv modules/given.txt modules/given.f90
lpfc --report -Imodules taken.f90 kinds.f90
echo '# another file holds a module of that name'
mv modules/given.f90 modules/other.f90
lpfc --report -Imodules taken.f90 kinds.f90
