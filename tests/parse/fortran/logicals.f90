subroutine masks(n, flag, x, mask, out)
  implicit none
  integer n, i
  logical flag, mask(n), both
  real x(n), out(n)
  do i = 1, n
    both = mask(i) .eqv. x(i) .gt. 0.0
    mask(i) = both .or. flag .and. .not. mask(i)
    if (flag) out(i) = x(i)
    if (both .neqv. flag) out(i) = -x(i)
  end do
end
