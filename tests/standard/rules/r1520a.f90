subroutine s(n, a, b)
  integer n
  real a(6, 4), b(24)
  call t(a(2, 2), 3)
  call t(a, 24)
  call t(a(:, 3), 6)
  call u(a(6:1:-1, 2))
  call v(b)
  call u((b))
contains
  subroutine t(x, n)
    integer n
    real x(n)
    x(n) = x(1) + 1
  end subroutine
  subroutine u(x)
    real x(0:)
    integer i
    do i = 1, ubound(x, 1)
      x(i) = x(i) + x(i - 1)
    end do
  end subroutine
  subroutine v(x)
    real x(4, *)
    x(2, 5) = x(1, 6) + 2
  end subroutine
end subroutine
