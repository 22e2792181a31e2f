! run: n=5 m=3 limit=0.25
! A search ends where it has found something, a loop without a bound where its condition says so; a bound within it is computed
! as long as it runs.
subroutine first_larger(n, x, limit, at)
  integer n, at, i
  real x(n), limit
  at = 0
  do i = 1, n
    if (x(i) > limit) then
      at = i
      exit
    end if
  end do
end

subroutine shrink(n, m, x)
  integer n, m, i, j, left
  real x(n, m)
  do j = 1, m
    left = n
    do while (left > 0)
      do i = 1, left
        x(i, j) = x(i, j)/2 + left
      end do
      left = left/2
    end do
  end do
end
