# A bound that a section leaves out is that of the array, also where the step is negative.
cat > "$OUT/sections.f90" <<'TEXT'
subroutine a1(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: o
  o = sum(x(n::-3))
end subroutine
subroutine a2(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: o
  o = sum(x(n::-1))
end subroutine
subroutine a3(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: o
  o = sum(x(:1:-1))
end subroutine
subroutine a4(x, o)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: o(3)
  o(1) = sum(x(::-1))
  o(2) = size(x(5::-2))
  o(3) = sum(x(:2:-1))
end subroutine
subroutine a5(n, k, x, o)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: o
  integer :: s
  s = -1
  if (k > 0) s = 1
  o = sum(x(::s))
end subroutine
subroutine a6(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n, -1:1)
  real(8), intent(out) :: o
  o = sum(x(n::-3, -1))
end subroutine
subroutine a7(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: o(0:n)
  o = 0
  o(n::-3) = x(n::-3)
  o(:0:-1) = x(:0:-1) + o(0)
end subroutine
TEXT
cat > "$OUT/parts.f90" <<'TEXT'
module l1m
  implicit none
  type t
    real(8) :: c(0:3) = [1, 2, 3, 4]
    integer :: k = 1
  end type
contains
  subroutine b1(x, o)
    real(8), intent(inout) :: x(5)
    real(8), intent(out) :: o(4)
    o = 0
    x(3::-1) = 9
    o(1) = size(x(::-2))
    call s(x(::-1), o(2))
    call s(x(2::-1), o(3))
    o(4) = x(1)
  end subroutine
  subroutine s(v, r)
    real(8), intent(inout) :: v(:)
    real(8), intent(out) :: r
    r = size(v)
    v = -1
  end subroutine
  subroutine b2(x, o)
    real(8), intent(inout) :: x(5)
    real(8), intent(out) :: o(4)
    type(t) :: p, q(3)
    o = 0
    o(1) = sum(p%c(::-1))
    o(2) = sum(p%c(3::-1))
    q%k = 5
    q(::-1)%k = 7
    q(3::-1)%k = 8
    o(3) = sum(q%k)
    where (x(5::-1) > 0) x(5::-1) = 1
    o(4) = sum(x)
  end subroutine
  subroutine b3(x, o)
    real(8), intent(inout) :: x(5, 2)
    real(8), intent(out) :: o(4)
    integer, parameter :: m = -1
    associate (z => x(5::-1, 1))
      o(1) = size(z)
    end associate
    o(2) = sum(x(5::m, :))
    x(:, 1:) = x(:, ::1)
    x(:5:-1, :) = 3
    o(3) = sum(x)
    o(4) = count(x(:1:m, 2) > 0)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/sections.f90" --cases 25
lprun --verify-fortran "$OUT/parts.f90" --cases 25
