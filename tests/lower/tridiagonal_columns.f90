! RUN: auto_parallel()
! run: its=1,2,0 ite=1,20,140 kts=1,0,2 kte=2,9,30 nt=1,1,2
! Tridiagonal systems, one in each column: eliminated downwards and substituted upwards, as boundary layer schemes do.
subroutine columns(cl, cm, cu, r, x, its, ite, kts, kte, nt)
  implicit none
  integer, intent(in) :: its, ite, kts, kte, nt
  real, dimension(its:ite, kts+1:kte+1), intent(in) :: cl
  real, dimension(its:ite, kts:kte), intent(in) :: cm, cu
  real, dimension(its:ite, kts:kte, nt), intent(in) :: r
  real, dimension(its:ite, kts:kte, nt), intent(inout) :: x
  real, dimension(its:ite, kts:kte) :: upper
  real :: factor
  integer :: i, k, l, n
  l = ite
  n = kte
  do i = its, l
    factor = 1./cm(i, kts)
    upper(i, kts) = factor*cu(i, kts)
    x(i, kts, 1) = factor*r(i, kts, 1)
  end do
  do k = kts + 1, n
    do i = its, l
      factor = 1./(cm(i, k) - cl(i, k)*upper(i, k - 1))
      upper(i, k) = factor*cu(i, k)
      x(i, k, 1) = factor*(r(i, k, 1) - cl(i, k)*x(i, k - 1, 1))
    end do
  end do
  do k = n - 1, kts, -1
    do i = its, l
      x(i, k, 1) = x(i, k, 1) - upper(i, k)*x(i, k + 1, 1)
    end do
  end do
end subroutine
