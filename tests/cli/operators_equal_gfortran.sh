# Operators that functions define, of any name: what the kernels compute is what gfortran's routines do.
cat > "$OUT/vectors.f90" <<TEXT
module vectors
  implicit none
  private
  type, public :: vec
    real(8) :: x, y, z
  end type
  interface operator(.cross.)
    module procedure crossed
  end interface
  interface operator(.dot.)
    module procedure dotted, dotted_reals
  end interface
  interface operator(.notnear.)
    module procedure apart
  end interface
  interface operator(.minus.)
    module procedure opposite
  end interface
  public :: operator(.cross.), operator(.dot.), operator(.minus.)
  public :: turn, angles, reals, chains
contains
  pure function crossed(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c%x = a%y*b%z - a%z*b%y
    c%y = a%z*b%x - a%x*b%z
    c%z = a%x*b%y - a%y*b%x
  end function
  pure function opposite(a) result(c)
    type(vec), intent(in) :: a
    type(vec) :: c
    c%x = -a%x
    c%y = -a%y
    c%z = -a%z
  end function
  pure real(8) function dotted(a, b)
    type(vec), intent(in) :: a, b
    dotted = a%x*b%x + a%y*b%y + a%z*b%z
  end function
  pure real(8) function dotted_reals(a, b)
    real(8), intent(in) :: a, b
    dotted_reals = a*b + 1
  end function
  pure logical function apart(a, b)
    real(8), intent(in) :: a, b
    apart = abs(a - b) > 0.5d0
  end function
  subroutine turn(n, p, q)
    integer, intent(in) :: n
    type(vec), intent(inout) :: p(n)
    type(vec), intent(in) :: q(n)
    integer :: i
    do i = 1, n
      p(i) = p(i) .cross. .minus. q(i)
    end do
  end subroutine
  subroutine angles(n, p, q, d)
    integer, intent(in) :: n
    type(vec), intent(in) :: p(n), q(n)
    real(8), intent(inout) :: d(n)
    integer :: i
    do i = 1, n
      d(i) = 2*(p(i) .dot. q(i)) + d(i)
      if (d(i) .notnear. 1d0) d(i) = d(i) + 1
    end do
  end subroutine
  subroutine reals(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + b(i) .DOT. b(i)*2
    end do
  end subroutine
  subroutine chains(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) .dot. b(i) .dot. 2d0
      if (a(i) > 1 .and. (a(i) .notnear. b(i))) a(i) = 3.5d0 .dot. a(i)
    end do
  end subroutine
end module
TEXT
cat > "$OUT/sets.f90" <<TEXT
module sets
  implicit none
  interface operator(.oneof.)
    module procedure one_of
  end interface
contains
  elemental logical function one_of(a, b)
    logical, intent(in) :: a, b
    one_of = a .neqv. b
  end function
end module
module matrices
  implicit none
  interface operator(.x.)
    module procedure product_of, scaled
  end interface
contains
  function product_of(a, b) result(c)
    real(8), intent(in) :: a(:, :), b(:, :)
    real(8) :: c(size(a, 1), size(b, 2))
    c = matmul(a, b)
  end function
  function scaled(s, b) result(c)
    real(8), intent(in) :: s, b(:, :)
    real(8) :: c(size(b, 1), size(b, 2))
    c = s*b
  end function
end module
subroutine flags(n, a, b, c)
  use sets, only: operator(.oneof.)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: a(n), b(n)
  integer, intent(inout) :: c(n)
  integer :: i
  do i = 1, n
    if (a(i) > 3 .oneof. b(i) > 3) c(i) = 1
  end do
end subroutine
subroutine products(a, b, c)
  use matrices, only: operator(.times.) => operator(.x.)
  implicit none
  real(8), intent(in) :: a(3, 3), b(3, 3)
  real(8), intent(inout) :: c(3, 3)
  c = 2d0 .times. (a .times. b)
end subroutine
TEXT
cat > "$OUT/unknown.f90" <<TEXT
subroutine unknown(a, b)
  real, intent(inout) :: a
  real, intent(in) :: b
  a = a .near. b
end subroutine
subroutine wrong_types(a, k)
  interface operator(.near.)
    function near(x, y)
      real, intent(in) :: x, y
      real :: near
    end function
  end interface
  real, intent(inout) :: a
  integer, intent(in) :: k
  a = a .near. k
end subroutine
real function near(x, y)
  real, intent(in) :: x, y
  near = x - y
end function
TEXT
for device in interp opencl; do
    lprun --verify-fortran "$OUT/vectors.f90" --device $device --cases 12 2>/dev/null
    lprun --verify-fortran "$OUT/sets.f90" --device $device --cases 12 2>/dev/null
done
lptranslate --check "$OUT/unknown.f90"
