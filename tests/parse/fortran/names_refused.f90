! Names that cannot be meant: what is wrong is told where they are used.
module broken
  implicit none
  real(8), parameter :: w(2) = eoshift([1d0, 2d0], 1)
  real(8), parameter :: u(3) = [1d0, 2d0]
  real(8), parameter :: ok = 2
end module
module first
  implicit none
  real(8), parameter :: eps = 1
  type t
    real(8) :: a, b
  end type
  interface t
    module procedure make
  end interface
  type ends
    real(8) :: a
  contains
    final :: over
  end type
contains
  real(8) function same(x)
    real(8), intent(in) :: x
    same = x
  end function
  type(t) function make(x, y)
    real(8), intent(in) :: x, y
    make%a = x*y
    make%b = x - y
  end function
  subroutine over(x)
    type(ends) :: x
    x%a = 0
  end subroutine
end module
module second
  implicit none
  real(8), parameter :: eps = 2
contains
  real(8) function same(x)
    real(8), intent(in) :: x
    same = x*2
  end function
end module
subroutine uses_broken(x)
  use broken
  implicit none
  real(8) x(2)
  x(1) = x(1)*2
  x(2) = w(1)
end subroutine
subroutine uses_list(x)
  use broken, only: v => u
  implicit none
  real(8) x
  x = v(2)
end subroutine
subroutine ambiguous_constant(x)
  use first
  use second
  implicit none
  real(8) x
  x = eps
end subroutine
subroutine ambiguous_function(x)
  use first
  use second
  implicit none
  real(8) x
  x = same(x)
end subroutine
subroutine constructs(x)
  use first
  implicit none
  real(8) x
  type(t) :: p
  p = t(x, 2d0)
  x = p%a
end subroutine
subroutine finishes(x)
  use first
  implicit none
  real(8) x
  type(ends) :: p
  p%a = x
  x = p%a
end subroutine
subroutine of_missing(x, n)
  use lib_missing, only: sign
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = sign(1d0, x(i))
  end do
end subroutine
subroutine extent_of_statements(x, k, n)
  implicit none
  integer, intent(in) :: n, k(3)
  real(8), intent(inout) :: x(n)
  real(8) :: w(maxval(k))
  w = 1
  if (n > 0) x(1) = sum(w)
end subroutine
subroutine keyword(x)
  implicit none
  real(8) x
  x = atan2(x=x, z=x)
end subroutine
subroutine changed_by_function(n, x, z)
  integer n, x, z, k
  k = n
  associate (s => k + 1)
    x = bump(3)
    z = s
  end associate
contains
  integer function bump(j)
    integer j
    k = k + 10
    bump = j + k
  end function
end subroutine
subroutine not_seen(x)
  use first, only: eps
  implicit none
  real(8) x
  x = same(x) + eps
end subroutine
