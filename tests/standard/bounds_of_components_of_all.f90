! `p%x` of an array `p` is no whole array (9.5.2): its bounds count from 1.
! gfortran: 1, 3, 1, 3, 1, 3, -, 1, 4.
module m
  type t
    real :: x = 1
    real :: v(4) = 2
  end type
contains
  subroutine s(p, k)
    type(t) p(0:2)
    integer k(9)
    real, allocatable :: b(:)
    k(1) = lbound(p%x, 1)
    k(2) = ubound(p%x, 1)
    associate (q => p%x)
      k(3) = lbound(q, 1)
      k(4) = ubound(q, 1)
    end associate
    b = p%x
    k(5) = lbound(b, 1)
    k(6) = ubound(b, 1)
    k(8) = lbound(p%v(2), 1)
    k(9) = size(p(0)%v)
  end subroutine
  subroutine loop(p, y)
    type(t) p(0:2)
    real y(3)
    integer i
    do i = lbound(p%x, 1), ubound(p%x, 1)
      y(i) = i
    end do
  end subroutine
end module
