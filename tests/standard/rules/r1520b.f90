module m
  integer :: c = 0
contains
  integer function g(i)
    integer, intent(in) :: i
    c = mod(c*5 + i, 100000)
    g = mod(c, 7)
  end function
  subroutine s(n, k)
    integer n, k(3), w(0:8), i
    c = 0
    w = 0
    k(1) = max(g(1), g(2), 3)
    k(2) = g(g(5)) + w(g(6))
    w(g(7)) = 5
    do i = g(14), 5
      k(2) = k(2) + i
    end do
    if (n > 0 .and. g(3) > 2) k(2) = -k(2)
    k(3) = sum([g(1), g(2)])
  end subroutine
end module
