module m
contains
  pure elemental real(8) function f(x)
    real, intent(in) :: x
    f = x/3d0
  end function
  impure elemental subroutine g(a, b)
    real, intent(inout) :: a
    real, intent(in) :: b
    a = a + b
  end subroutine
  integer pure function h(i) result(r)
    integer, intent(in) :: i
    r = i*2
  end function
  subroutine s(n, x)
    integer n
    real x(n)
    x = f(x) + f(2.0) + h(3)
    call g(x, 1.5)
    call g(x(n:1:-1), x)
  end subroutine
end module
