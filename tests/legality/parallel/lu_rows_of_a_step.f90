! RUN: tag_inames("i: l.0")
! Inside one step all rows may be done at once.
subroutine lu(a)
  implicit none
  integer k, i, j
  real*8 a(5, 5)
  do k = 1, 4
    do i = k + 1, 5
      do j = k + 1, 5
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end
