! run: n=0,5,8589934592,70000000000,900000000000000000
! An `integer(8)` variable keeps its 64 bits: with few iterations, far apart.
subroutine w(n, a, b, c, k)
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(64)
  integer(8), intent(inout) :: b(64), c(64)
  integer(8), intent(inout) :: k
  integer(8) :: i
  do i = 1, min(n, 70000000000_8), 1073741824_8
    a(mod(i/1073741824_8, 64_8) + 1) = dble(i)
    b(mod(i/1073741824_8, 64_8) + 1) = i*2
    k = k + i
  end do
  do i = n, n + 3
    c(i - n + 1) = abs(i - 5000000000_8) + iand(i, 7_8) + max(i, 3_8) - mod(i, 1000003_8)
  end do
end subroutine
