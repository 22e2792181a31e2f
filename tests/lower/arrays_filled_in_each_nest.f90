! RUN: auto_parallel(block=2)
! run: n=0,1,2,5 m=0,1,3
! `t` holds what each iteration of a nest fills it with, so the copy that another nest filled in another work item does not matter.
subroutine edges(n, m, c, u)
  implicit none
  integer :: n, m, i, k
  real(8) :: c(3), u(3, 0:n+1, 0:m+1), t(3)
  do i = 1, n
    do k = 1, 3
      t(k) = c(k)*i
    end do
    do k = 1, 3
      u(k, i, 0) = t(4 - k)
      u(k, i, m+1) = t(k)
    end do
  end do
  do i = 0, m+1
    do k = 1, 3
      t(k) = c(k) + i
    end do
    do k = 1, 3
      u(k, 0, i) = t(k)
      u(k, n+1, i) = t(4 - k)
    end do
  end do
end subroutine
