subroutine s(n, x)
  integer n, i
  real x, t
  i = 2
  t = 5
  call in(3)
  x = x + t + i + w
contains
  subroutine in(k)
    integer k
    real t
    t = k
    do i = 1, 4
      x = x + t
    end do
    w = 1
  end subroutine
end subroutine
