! lpfc c:
! A variable of a module that is called as the front end calls a component of a record of that module.
module m1
  type t
    integer :: k = 3
    integer :: v(4) = 4
  end type
  type(t), save :: p = t(28, 22)
  integer, save :: p_k = 1000, p_v(4) = 2000
end module
module m2
  use m1
contains
  subroutine w1(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + p_k
    end do
  end subroutine
  subroutine w2(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + p_v(i)
    end do
  end subroutine
  subroutine w3(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + p_v(i) + p_k + p%k + p%v(i)
    end do
  end subroutine
  subroutine w4(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + p%k + p%v(i)
    end do
  end subroutine
end module
program q
  use m2
  integer :: s(4) = 1
  call w1(4, s); print *, s
  call w2(4, s); print *, s
  call w3(4, s); print *, s
  call w4(4, s); print *, s
  call e1(4, s); print *, s
end
subroutine e1(n, s)
  use m1, only: p_k, other => p_v
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = s(i) + p_k + other(i)
      p_k = p_k + 1
    end do
end subroutine
