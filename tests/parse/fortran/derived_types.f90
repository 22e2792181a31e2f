! Variables of derived types become one variable for each component.
module geometry
  implicit none
  integer, parameter :: dp = kind(1.0d0), nmax = 3
  type point
    real(dp) :: x, y = 0
    real(dp), dimension(nmax) :: a
    integer :: n
  end type
  type, public :: cell
    type(point) :: corner(2)
    type(point) :: mid
    logical :: full
  end type cell
  type(point) :: origin
contains
  subroutine shift(p, d)
    type(point), intent(inout) :: p
    real(dp), intent(in) :: d
    integer :: i
    p%x = p%x + d
    do i = 1, nmax
      p%a(i) = p%a(i)*d + origin%x
    end do
    p%n = p%n + size(p%a)
  end subroutine
  subroutine all_cells(c, n, s)
    integer, intent(in) :: n
    type(cell), intent(inout) :: c(n)
    real(dp), intent(out) :: s
    integer :: i, j
    type(point) :: t
    s = 0
    do i = 1, n
      t = c(i)%mid
      call shift(c(i)%corner(1), 2.0_dp)
      c(i)%corner(2) = c(i)%corner(1)
      do j = 1, 3
        s = s + c(i)%corner(2)%a(j)*t%x
      end do
      associate (m => c(i)%mid, q => c(i)%corner)
        m%x = q(1)%x + m%a(2)
        m%a = q(2)%a
      end associate
      if (c(i)%full) c(i)%mid = t
    end do
  end subroutine
end module

module shapes
  use geometry, only: point, origin, nought => origin
  implicit none
  type :: circle
    type(point) :: center
    real(8) :: r = 1
    real(8), pointer :: p(:)
    character(8) :: label
  end type
  type :: square
    type(point) :: center
    integer :: side
  end type
  interface size_of
    module procedure circle_size, square_size
  end interface
contains
  function circle_size(c) result(s)
    type(circle), intent(in) :: c
    real(8) :: s
    s = 3*c%r*c%r + nought%x
  end function
  function square_size(q) result(s)
    type(square), intent(in) :: q
    real(8) :: s
    s = q%side**2
  end function
  subroutine total(c, q, s)
    type(circle), intent(in) :: c(:)
    type(square) :: q
    real(8), intent(out) :: s
    integer :: i
    s = size_of(q)
    do i = 1, size(c)
      s = s + size_of(c(i)) + circle_size(c=c(i))
    end do
  end subroutine
  subroutine fresh(n, y)
    integer, intent(in) :: n
    real(8), intent(out) :: y(n)
    type(circle) :: one
    type(square), allocatable :: many(:)
    type :: pair
      real(8) :: a, b
      logical :: on = .true.
    end type
    type(pair) :: p = pair(1, 2, .false.), q, r(2)
    type(pair), parameter :: fixed = pair(b=4, a=3)
    integer :: i
    allocate(many(n))
    q = pair(y(1), b=fixed%a)
    r = p
    r(1)%a = q%b
    do i = 1, n
      many(i)%side = i
      many(i)%center%a(2) = i
      if (r(2)%on .or. q%on) y(i) = one%r + many(i)%side*many(i)%center%a(2) + r(1)%a + fixed%b
    end do
    deallocate(many)
  end subroutine
end module

! What a name of an `associate` block stands for is written out.
subroutine parts(n, a, x, k)
  implicit none
  integer :: n, k, i
  real(8) :: a(n, n), x(n)
  associate (row => a(k, :), last => x(n), twice => 2*k)
    do i = 1, n
      associate (here => row(i))
        here = here + last*twice
      end associate
    end do
    row = row/2
    last = row(n)
  end associate
end subroutine
