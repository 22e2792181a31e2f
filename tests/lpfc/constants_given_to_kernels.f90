! lpfc c openmp opencl:
! A kernel that changes nothing may be given constants, in memory that no program may write.
module constants_given
  implicit none
  real(8), parameter :: table(6) = [1d0, 2d0, 3d0, 4d0, 5d0, 6d0]
contains
  subroutine limit(n, values, least, total)
    integer, intent(in) :: n
    real(8) :: values(n)
    real(8), intent(in) :: least
    real(8), intent(inout) :: total(n)
    integer :: i
    do i = 1, n
      if (values(i) < least) values(i) = least
      total(i) = total(i) + values(i)
    end do
  end subroutine
end module

program constants_given_to_kernels
  use constants_given
  implicit none
  external :: outside
  real(8) :: total(6)
  total = 0
  call outside(6, table, 0.5d0, total)
  print *, total
  call outside(6, [7d0, 8d0, 9d0, 1d0, 2d0, 3d0], 1d0, total)
  print *, total
end program

subroutine outside(n, values, least, total)
  use constants_given
  implicit none
  integer, intent(in) :: n
  real(8) :: values(n)
  real(8), intent(in) :: least
  real(8), intent(inout) :: total(n)
  call limit(n, values, least, total)
end subroutine
