! Assignments that procedures define.
module points
  implicit none
  type point
    real(8) :: x, y
  end type
  type other
    real(8) :: x, y
  end type
  type holder
    type(point) :: p
  end type
  interface assignment(=)
    module procedure turned, from_number, to_number
  end interface
contains
  subroutine turned(a, b)
    type(point), intent(out) :: a
    type(point), intent(in) :: b
    a%x = b%y
    a%y = b%x + 1
  end subroutine
  subroutine from_number(a, b)
    type(point), intent(out) :: a
    real(8), intent(in) :: b
    a%x = b
    a%y = -b
  end subroutine
  subroutine to_number(a, b)
    real(8), intent(out) :: a
    type(point), intent(in) :: b
    a = b%x*10 + b%y
  end subroutine
  subroutine all_turned(p, q, n)
    integer, intent(in) :: n
    type(point), intent(inout) :: p(n)
    type(point), intent(in) :: q(n)
    integer :: i
    do i = 1, n
      p(i) = q(i)
    end do
  end subroutine
end module
subroutine assigned(u, v, o)
  use points
  implicit none
  real(8) u, v, o(6)
  type(point) :: p, q
  type(other) :: a, b
  type(holder) :: h
  p%x = u
  p%y = v
  q = p
  o(1) = q%x
  o(2) = q%y
  a%x = u
  a%y = v
  b = a
  o(3) = b%x
  p = v
  o(4) = p%y
  o(5) = p
  h%p = q
  o(6) = h%p%x
end subroutine
subroutine copied(u, v, o)
  use points, only: point
  implicit none
  real(8) u, v, o
  type(point) :: p, q
  p%x = u
  p%y = v
  q = p
  o = q%x
end subroutine
