module m
contains
  subroutine s(i, x, k)
    integer, value :: i
    real x
    value x
    integer k
    i = i/2
    x = x + 1
    k = i + int(min(x, 9.0))
  end subroutine
  subroutine t(n, x, k)
    integer n, k
    real x
    call s(n, x, k)
    x = x + n
  end subroutine
end module
