! lpfc c openmp: --outline
! Loops and regions that are taken out of routines have names that other routines, loops and regions have.
module inner
contains
  subroutine outer(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    call init(s)
    call init_loop_1(s)
  contains
    subroutine init(s)
      integer, intent(inout) :: s(n)
      integer :: i
      print *, 'inner init'
      do i = 1, n
        s(i) = s(i) - 7
      end do
    end subroutine
    subroutine init_loop_1(s)
      integer, intent(inout) :: s(n)
      integer :: i
      do i = 1, n
        s(i) = s(i) - 400
      end do
    end subroutine
  end subroutine
end module
subroutine first(n, s)
  integer, intent(in) :: n
  integer, intent(inout) :: s(n)
  integer :: i
!$loopy begin kernel: smooth
  do i = 1, n
    s(i) = s(i) - 30
  end do
!$loopy end kernel
end subroutine
subroutine third(n, s)
  integer, intent(in) :: n
  integer, intent(inout) :: s(n)
  integer :: i
!$loopy begin kernel: smooth
  do i = 1, n
    s(i) = s(i) - 3
  end do
!$loopy end kernel
end subroutine
subroutine smooth(n, s)
  integer, intent(in) :: n
  integer, intent(inout) :: s(n)
  integer :: i
  do i = 1, n
    s(i) = s(i)*5
  end do
end subroutine
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
  use inner
  implicit none
  integer :: s(4)
  s = 1
  call init(4, s)
  print *, s
  call init_loop_1(4, s)
  print *, s
  call first(4, s)
  print *, s
  call third(4, s)
  print *, s
  call smooth(4, s)
  print *, s
  call outer(4, s)
  print *, s
end program
