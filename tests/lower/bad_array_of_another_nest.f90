! RUN: tag_inames("i:g.0")
! EXPECT: lp::lower::other-copy
! The second nest fills two of three elements, and reads the third one from where the first nest left it.
subroutine edges(n, m, c, u)
  implicit none
  integer :: n, m, i, k, j
  real(8) :: c(3), u(3, n), t(3)
  do i = 1, n
    do k = 1, 3
      t(k) = c(k)*i
    end do
    do k = 1, 3
      u(k, i) = t(4 - k)
    end do
  end do
  do j = 1, m
    do k = 1, 2
      t(k) = c(k) + j
    end do
    do k = 1, 3
      c(k) = c(k) + t(k)
    end do
  end do
end subroutine
