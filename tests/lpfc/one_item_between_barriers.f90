! lpfc opencl:
! Three work items share each line and wait for the first of them: PoCL's compiler lost what stands between two of
! its tests (SP of the NAS benchmarks).
module lines
  implicit none
  integer :: points(3) = 12, ny2 = 10
  double precision :: rhs(5, 0:12, 0:12)
contains
  subroutine sweep(lhs, lhsm, nx2)
    integer, intent(in) :: nx2
    double precision, intent(inout) :: lhs(5, 0:12), lhsm(5, 0:12)
    integer :: i, i1, j, m
    double precision :: fac
    do j = 1, ny2
      do i = 1, nx2
      end do
      lhs(3, i + 1) = lhs(3, i + 1) + 1.5d0
      do i = 0, points(1) - 3
        fac = 1.d0/lhs(3, i)
        lhs(5, i) = fac*lhs(5, i)
      end do
      i1 = points(1) - 1
      fac = 1.d0/lhs(3, i)
      lhs(5, i) = fac*lhs(5, i)
      do m = 1, 3
        rhs(m, i, j) = fac*rhs(m, i, j)
      end do
      lhs(3, i1) = lhs(3, i1) - lhs(2, i1)*lhs(4, i)
      fac = 1.d0/lhsm(3, i)
      rhs(m, i, j) = fac*rhs(m, i, j)
      lhsm(3, i1) = lhsm(3, i1) - lhsm(2, i1)*lhsm(4, i)
    end do
  end subroutine
end module
program main
  use lines
  implicit none
  double precision :: lhs(5, 0:12), lhsm(5, 0:12)
  integer :: i, j
  do j = 0, 12
    do i = 1, 5
      lhs(i, j) = 1.d0/(i + 2*j + 1)
      lhsm(i, j) = 1.d0/(2*i + j + 1)
    end do
  end do
  rhs = 0.25d0
  call sweep(lhs, lhsm, 10)
  print '(3(es24.16))', lhs, lhsm, sum(rhs), rhs(:, 10, 3)
end program
