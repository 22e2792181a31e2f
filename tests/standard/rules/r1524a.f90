subroutine s(n, x)
  integer n
  real x(2*n)
  call t(n, x(1), x(n + 1))
contains
  subroutine t(n, a, b)
    integer n
    real a(n), b(n)
    a = b + 1
  end subroutine
end subroutine
