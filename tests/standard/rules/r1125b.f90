subroutine s(n, x)
  integer n, i
  real x(n)
  do concurrent (integer(8) :: i = 1:n)
    x(i) = x(i) + kind(i)
  end do
end subroutine
