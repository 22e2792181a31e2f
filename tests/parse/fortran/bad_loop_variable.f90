subroutine variables(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    do i = 1, 3
      x(i) = 1
    end do
    i = i + 1
  end do
  x(1) = i
  i = 3
end
