! lpfc c openmp: --outline
! A loop that is taken out of a routine gets a name that another routine has.
subroutine init(n, s)
  integer, intent(in) :: n
  integer, intent(inout) :: s(n)
  integer :: i
  print *, 'init'
  do i = 1, n
    s(i) = s(i) - 30
  end do
end subroutine
subroutine init_loop_1(n, s)
  integer, intent(in) :: n
  integer, intent(inout) :: s(n)
  integer :: i
  do i = 1, n
    s(i) = s(i) - 300
  end do
end subroutine
program main
  implicit none
  integer :: s(4)
  s = 1
  call init(4, s)
  print *, s
  call init_loop_1(4, s)
  print *, s
end program
