! lpfc c: --outline
! What a routine declares hides variables of its module, of modules that it uses, and of a routine around it.
! Loops and regions of it that call functions which use those have no name for them.
module tables
  integer, save, target :: pos(4) = 100, at(4) = 1000, of_all(4) = 7
contains
  integer function placed(i)
    integer, intent(in) :: i
    placed = i + pos(i)
  end function
  integer function found(i)
    integer, intent(in) :: i
    found = i + at(i)
  end function
  integer function shared_by_all(i)
    integer, intent(in) :: i
    shared_by_all = i + of_all(i)
  end function
  subroutine within(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i, pos(4)
    pos = 1
    print *, 'within', n
    do i = 1, n
      s(i) = s(i) + placed(i)
    end do
    print *, pos
  end subroutine
  subroutine dummy(n, s, pos)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n), pos(n)
    integer :: i
    pos = 1
    print *, 'dummy', n
    do i = 1, n
      s(i) = s(i) + placed(i) + shared_by_all(i)
    end do
    print *, pos
  end subroutine
  subroutine region(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i, pos(4)
    pos = 1
!$loopy begin kernel: smooth
    do i = 1, n
      s(i) = s(i) + placed(i)
    end do
!$loopy end kernel
    s = s + pos
  end subroutine
  subroutine by_pointer(n, s, a)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, target :: a(4)
    integer :: i
    integer, pointer :: pos(:)
    pos => a
    do i = 1, n
      s(i) = s(i) + placed(i) + pos(i)
    end do
  end subroutine
end module
module user
  use tables
contains
  subroutine uses(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    dimension at(4)
    integer at
    save at
    at = 1
    print *, 'uses', n
    do i = 1, n
      s(i) = s(i) + found(i)
    end do
    print *, at
  end subroutine
  subroutine in_common(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i, pos(4)
    common /own/ pos
    pos = 1
    print *, 'in_common', n
    do i = 1, n
      s(i) = s(i) + placed(i)
    end do
    print *, pos
  end subroutine
  subroutine outer(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i, v
    v = 5
    call inner
    s(2) = s(2) + v
  contains
    subroutine inner
      integer v
      v = 77
      print *, 'inner'
      do i = 1, n
        s(i) = s(i) + plus(i)
      end do
      print *, v
    end subroutine
    integer function plus(i)
      integer i
      plus = i + v
    end function
  end subroutine
end module
program p
  use user
  integer :: s(4), other(4)
  s = 1
  call within(4, s); print *, s
  call dummy(4, s, other); print *, s
  call region(4, s); print *, s
  call uses(4, s); print *, s
  call in_common(4, s); print *, s
  call outer(4, s); print *, s
  call by_pointer(4, s, other); print *, s
end program
