module m
contains
  elemental subroutine swap(x, y)
    real, intent(inout) :: x, y
    real t
    t = x
    x = y
    y = t
  end subroutine
  subroutine s(n, a, b)
    integer n
    real a(n), b(n)
    call swap(a, b(n:1:-1))
    call swap(a(::2), b(1:n:2))
  end subroutine
end module
