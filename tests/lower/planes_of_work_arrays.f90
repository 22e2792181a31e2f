! RUN: auto_parallel(block=2, work_items=False)
! run: n=0,1,2,4 m=1,3
! One step after the other, planes beside each other: `w` belongs to a plane, and to a row within it.
subroutine planes(n, m, u, w)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, n, 3), w(0:n+1)
  integer :: i, j, k, step
  do step = 1, m
    do k = 1, 3
      do j = 1, n
        w(0) = 0
        w(n+1) = step
        do i = 1, n
          w(i) = u(i, j, k) + 0.5d0*w(i-1)
        end do
        do i = 1, n
          u(i, j, k) = w(i) + w(i+1) - w(i-1)
        end do
      end do
    end do
    if (n > 0) u(1, 1, 1) = u(1, 1, 1) + w(n)
  end do
end subroutine
