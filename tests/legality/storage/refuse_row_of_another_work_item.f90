! RUN: tag_inames("j: l.0, k: l.0"); set_temporary_address_space("row", "private")
! EXPECT: lp::lower::other-copy lp::legality::private
! TWIN: row_in_local_memory
! A work item keeps its row to itself, but the next loop reads it backwards.
subroutine mirror(n, a, b)
  implicit none
  integer n, i, j, k
  real*8 a(n, 16), b(n, 16), row(16)
  do i = 1, n
    do j = 1, 16
      row(j) = a(i, j)
    end do
    do k = 1, 16
      b(i, k) = row(17 - k)
    end do
  end do
end
