module m
  type t
    integer :: i = 3, j
    real, dimension(2) :: a, b(3)
    complex z
    logical f
  end type t
contains
  subroutine s(p, x)
    type(t) p
    real x
    type(t) q
    q = p
    q%a = [1, 2]
    q%b(2) = x
    p%j = q%i + p%j/2
    p%b = q%b*2
    p%z = (0, 1)*p%z
    x = q%a(2) + size(q%b)
  end subroutine
end module
