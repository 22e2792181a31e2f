! RUN: auto_parallel()
! run: n=0,1,40 m=1,17
! The least of values that branches compute; sums of four neighbours feed one over all, and come after it by name.
subroutine step(n, m, v, w, least, total)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: v(n, m), w(n, m)
  real(8), intent(out) :: least
  integer, intent(out) :: total
  integer :: i, j, near, k
  real(8) :: a, b, d
  least = huge(least)
  total = 0
  do j = 1, m
    do i = 1, n
      a = v(i, j)*v(i, j) + w(i, j)
      a = sqrt(abs(a)) + 1
      d = 0
      d = d + v(i, j) - w(i, j)
      if (d < -0.25d0) then
        b = -1/d
      else if (d > 0.25d0) then
        b = 1/d
      else
        b = 8
      end if
      least = min(least, b, w(i, j)/a)
      near = 0
      do k = i, i + 3
        near = near + mod(k*j, 3)
      end do
      total = total + near
    end do
  end do
end subroutine
