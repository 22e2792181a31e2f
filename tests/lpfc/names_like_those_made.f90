! lpfc c openmp:
! Variables that only called functions use have names like those that generated statements make.
module numbers
  integer, save :: x = 100
contains
  integer function plus(i)
    integer, intent(in) :: i
    plus = i + x
  end function
end module
module sums
  use numbers, only: plus
  implicit none
  logical, save :: lp_flag = .true.
  integer, save :: lp_x = 3
contains
  integer function inner(i)
    integer, intent(in) :: i
    inner = i
    if (lp_flag) inner = i*10
  end function
  integer function times(i)
    integer, intent(in) :: i
    times = i*lp_x
  end function
  subroutine flagged(n, s, flag)
    integer, intent(in) :: n
    logical, intent(in) :: flag
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + inner(i)
      if (flag) s(i) = -s(i)
    end do
  end subroutine
  subroutine summed(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + times(i) + plus(i)
    end do
  end subroutine
  subroutine in_blocks(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + times(i)
    end do
    do i = 1, n
      block
        integer :: x
        x = s(i)
        s(i) = x + plus(i)
      end block
    end do
  end subroutine
end module
program main
  use sums
  integer :: s(4)
  s = 1
  call flagged(4, s, .false.)
  print *, s
  call summed(4, s)
  print *, s
  call in_blocks(4, s)
  print *, s
end program
