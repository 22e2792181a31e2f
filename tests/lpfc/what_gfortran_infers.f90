! lpfc c: --outline
! data copy
! What gfortran infers of a procedure from its statements it infers too where a kernel stands in their place: what a
! pure function reads of its host, and which variables are the unit's own. Scalars that are not allocated are not
! read, functions that are declared by their type alone stay functions, and names of the user stay theirs.
module m
  implicit none
  type v
    real :: x = 0
  contains
    procedure :: norm => vnorm
  end type
  type, extends(v) :: w
    real :: z = 0
  contains
    procedure :: norm => wnorm
  end type
  real(8), allocatable :: fac
contains
  real function vnorm(this)
    class(v), intent(in) :: this
    vnorm = abs(this%x)
  end function
  real function wnorm(this)
    class(w), intent(in) :: this
    wnorm = abs(this%z)
  end function
  subroutine dispatched(r, n, a)
    integer, intent(in) :: n
    real, intent(inout) :: r(n)
    class(v), intent(in) :: a
    integer :: i
    print *, 'dispatched'
    do i = 1, n
      r(i) = r(i) + a%norm()
    end do
  end subroutine
  subroutine scaled(x, k)
    real(8), intent(inout) :: x(:)
    logical, intent(in) :: k
    integer :: i
    do i = 1, size(x)
      if (k) x(i) = x(i)*fac
      x(i) = x(i) + 1
    end do
  end subroutine
  subroutine taken(x, size)
    real, intent(inout) :: x(:)
    integer, intent(in) :: size
    integer :: i
    do i = 1, size
      x(i) = x(i) + i
    end do
  end subroutine
end module
module n
  type t
    integer :: m
  end type
contains
  subroutine first_used(x, q)
    real :: x(:)
    type(t) :: q
    print *, q%m
    do i = 1, size(x)
      x(i) = i
      m = i
    end do
    print *, m
  end subroutine
  subroutine sized(a, k)
    real :: a(:), w(size(a))
    integer i
    print *, 'sized'
    do i = 1, k
      w(i) = a(i) + 2
    end do
    print *, w(:k)
  end subroutine
end module
program main
  use m
  use n
  implicit none
  integer :: i, index(5) = [1, 2, 3, 4, 5], k
  real :: array(5) = [1., 2., 3., 4., 5.], r(3), x(6)
  real(8) :: y(3)
  real :: outside
  type(w) :: b
  array = nick(index)
  print *, array
  b%x = 5
  b%z = 7
  r = 0
  call dispatched(r, 3, b)
  print *, r
  y = 1
  call scaled(y, .false.)
  print *, y
  x = 1
  call taken(x, 4)
  print *, x
  call first_used(x(::2), t(5))
  call first_used(x, t(6))
  call sized(x, 4)
  do i = 1, 3
    r(i) = outside(i)
  end do
  print *, r
  k = 3
  block
    real, dimension(k) :: c
    do i = 1, k
      c(i) = 3*i
    end do
    print *, sum(c)
  end block
contains
  elemental real function nick(n)
    integer, intent(in) :: n
    nick = rest(n)
  end function
  pure real function rest(n)
    integer, intent(in) :: n
    integer j
    rest = 0
    do j = 1, 5
      rest = rest + array(j)
    end do
  end function
end program
real function outside(i)
  outside = 2*i
end function
