! A component without subscripts is a whole array (9.5.2), also of an element: its own bounds count.
! gfortran: 0, 3, 0, 3, 3.
module m
  type t
    real a(2, 0:3)
  end type
contains
  subroutine s(p, k)
    type(t) p(2)
    integer k(5), j
    k(1) = lbound(p(1)%a, 2)
    k(2) = ubound(p(1)%a, 2)
    associate (q => p(2)%a)
      k(3) = lbound(q, 2)
      k(4) = ubound(q, 2)
    end associate
    do j = lbound(p(1)%a, 2), ubound(p(1)%a, 2)
      p(1)%a(:, j) = j
    end do
    k(5) = size(p(1)%a(1, :)) - 1
  end subroutine
end module
