! lpfc c:
! Two logical arguments with `target` are one variable.
module m
  implicit none
  logical, target :: lg = .true.
contains
  subroutine both(l, k, x)
    logical, target, intent(inout) :: l, k
    real, intent(inout) :: x(5)
    integer :: i
    do i = 1, 5
      l = .not. l
      if (k) x(i) = x(i) + i
    end do
  end subroutine
  subroutine outer(n, x, l)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    logical, target, intent(inout) :: l
    integer :: i
    do i = 1, n
      lg = .not. lg
      if (l) x(i) = x(i) + 1
    end do
  end subroutine
  subroutine by_statement(l, x, k)
    logical :: l, k
    real, intent(inout) :: x(5)
    target :: l, k
    integer :: i
    do i = 1, 5
      l = .not. k
      if (k) x(i) = x(i) + 10
    end do
  end subroutine
end module
program p
  use m
  implicit none
  logical, target :: ll = .false.
  real :: x(5) = 0
  call both(ll, ll, x)
  print *, x, ll
  call by_statement(ll, x, ll)
  print *, x, ll
  call outer(5, x, lg)
  print *, x, lg
end program
