! lpfc c: -fdefault-real-8
! only twice,shifted
! A comment about 3D or d0 makes no number of 16 bytes, nor does a variable of that name.
module m
contains
  subroutine twice(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = 2.0*a(i)
    end do
  end subroutine
  subroutine shifted(n, a, d)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(in) :: d
    integer :: i
    do i = 1, n
      a(i) = a(i) + d/3
    end do
  end subroutine
end module
program main
  use m
  real :: a(1000), d
  integer :: i
  do i = 1, 1000
    a(i) = 1.0/i
  end do
  d = 0.1
  call twice(1000, a)
  call shifted(1000, a, d)
  print '(a, 2es25.16)', '3D: ', sum(a), a(7)
end program
