module m
contains
  function f(x) result(r)
    real, intent(in) :: x(:)
    real r(size(x))
    r = x(size(x):1:-1)
  end function
  double precision function g(x)
    real(8) x
    g = x/3
    g = g + 1
  end function g
  function h(n)
    integer n, h(2)
    h = [n, n + 1]
  end function
  subroutine s(x, d, k)
    real x(4)
    real(8) d
    integer k
    x = f(x) + 2*f(x)
    d = g(d)
    k = sum(h(k/4))
  end subroutine
end module
