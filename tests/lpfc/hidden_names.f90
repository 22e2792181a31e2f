! lpfc c: --outline
! A module hides a routine of which another one has the name; a loop is numbered as another routine is called.
module a
  implicit none
  private :: step
contains
  subroutine step(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
    end do
  end subroutine
  subroutine go_a(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    call step(n, x)
    print *, 'a'
  end subroutine
end module
module c
  use a
  implicit none
contains
  subroutine step(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*2
    end do
  end subroutine
end module
program p
  use c
  implicit none
  integer :: x(4) = [1,2,3,4]
  call go_a(4, x); print *, x
  call step(4, x); print *, x
end program
