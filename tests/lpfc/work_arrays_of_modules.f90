! lpfc c openmp opencl: --outline
module work
  implicit none
  real(8) :: lhs(3, 0:40), t1, t2
  integer :: rows
  common /scratch/ cv(0:40), fac
  real(8) :: cv, fac
end module

subroutine sweep(u, n)
  use work
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(0:40, 40, 40)
  integer :: i, j, k
  do k = 1, n
    do j = 1, n
      do i = 0, rows
        t1 = u(i, j, k)
        t2 = t1*t1 + 1.0d0
        cv(i) = t1/t2
      end do
      lhs(:, 0) = [0.0d0, 1.0d0, 0.0d0]
      lhs(:, rows) = [0.0d0, 1.0d0, 0.0d0]
      do i = 1, rows - 1
        lhs(1, i) = -cv(i - 1)
        lhs(2, i) = 2.5d0
        lhs(3, i) = -cv(i + 1)
      end do
      do i = 1, rows
        fac = lhs(1, i)/lhs(2, i - 1)
        lhs(2, i) = lhs(2, i) - fac*lhs(3, i - 1)
        u(i, j, k) = u(i, j, k) - fac*u(i - 1, j, k)
      end do
      u(rows, j, k) = u(rows, j, k)/lhs(2, rows)
      do i = rows - 1, 0, -1
        u(i, j, k) = (u(i, j, k) - lhs(3, i)*u(i + 1, j, k))/lhs(2, i)
      end do
    end do
  end do
end subroutine

program sweeps
  use work
  implicit none
  real(8) :: u(0:40, 40, 40)
  integer :: i, j, k, step
  do k = 1, 40
    do j = 1, 40
      do i = 0, 40
        u(i, j, k) = mod(i*7 + j*11 + k*13, 31)/31.0d0 + 0.25d0
      end do
    end do
  end do
  lhs = -1
  cv = -2
  do step = 1, 3
    rows = 38 + step/2
    call sweep(u, 40 - step)
    print '(6z18.16)', sum(u), u(3, 2, 1), lhs(:, rows - 2), lhs(2, 40)
    print '(5z18.16)', cv(3), cv(40), fac, t1, t2
  end do
  call sweep(u, 0)
  print '(3z18.16)', lhs(2, 5), cv(5), t2
end program
