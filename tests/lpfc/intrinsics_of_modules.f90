! lpfc c openmp: -g
! Modules have variables and functions called like intrinsic functions that tests of arguments ask.
module sizes
  integer :: size = 7, lbound = 2
end module
module uses
  use sizes
  implicit none
contains
  subroutine used(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(:)
    integer :: i
    do i = 2, 9
      b(i) = b(i) + 2*a(i)
    end do
  end subroutine
end module
module has
  implicit none
  integer :: size = 8, is_contiguous = 3
contains
  subroutine had(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(:)
    integer :: i
    do i = 2, 9
      b(i) = b(i) + 3*a(i)
    end do
  end subroutine
end module
module computes
  implicit none
contains
  real function size(x)
    real, intent(in) :: x
    size = x
  end function
  subroutine computed(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(:)
    integer :: i
    do i = 2, 9
      b(i) = b(i) + 4*a(i)
    end do
  end subroutine
end module
program modules
  use uses, only: used
  use has, only: had
  use computes, only: computed, mine => size
  implicit none
  real :: a(10), b(10)
  a = 1
  b = 0
  call used(a, b)
  call had(a, b)
  call computed(a, b)
  print *, b, mine(2.5), size(a)
end program
