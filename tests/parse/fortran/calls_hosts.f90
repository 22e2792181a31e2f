! Procedures of modules and hosts share variables with their callers.
module shared
  real(8), parameter :: third = 1d0/3
  real(8) total
  integer :: calls(2)
contains
  subroutine count(x, by)
    real(8) x
    integer by
    calls(1) = calls(1) + by
    total = total + x*third
  end subroutine
  subroutine tally(n, x)
    integer n, i
    real(8) x(n)
    total = 0
    do i = 1, n
      call count(x(i), i)
    end do
    x(1) = total + calls(1)
  end subroutine
end module

subroutine outside(n, x)
  use shared, only: run => tally, total
  integer n
  real(8) x(n)
  call run(n, x)
  x(n) = x(n) + total
end subroutine

subroutine hosted(n, x, y)
  integer n, k
  real(8) x(n), y, s
  s = 0
  do k = 1, n
    call add(k)
  end do
  y = s
  call add(1)
  if (s > y) x(1) = twice(s)
contains
  subroutine add(i)
    integer i
    s = s + x(i)
    x(i) = s
  end subroutine
  real(8) function twice(t)
    real(8) t, n
    n = 2*t
    twice = n + y
  end function
end subroutine
