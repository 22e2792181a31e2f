! lpfc c: --outline
! Loops and regions of a routine see its dummies as any other variable: a copy that the routine has (`value`) is
! given back, and what comes without a value (`intent(out)`) has one by then.
module m1
    type t
      integer :: k = 3
    end type
contains
  subroutine w(n, s, y)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, value :: y
    integer :: i
    print *, 'w'
    do i = 1, n
      y = y + 2
      s(i) = s(i) + y
    end do
    print *, y
  end subroutine
  subroutine w2(n, s, y)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    real(8) :: y
    value :: y
    integer :: i
!$loopy begin kernel: smooth
    do i = 1, n
      y = y + 2
      s(i) = s(i) + int(y)
    end do
!$loopy end kernel
    s(1) = int(y)
  end subroutine
  subroutine w3(n, s, y)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, value :: y
    integer :: i
    print *, 'w3'
    call inn
    print *, y
   contains
    subroutine inn
    integer :: i
    do i = 1, n
      y = y + 2
      s(i) = s(i) + y
    end do
    end subroutine
  end subroutine
  subroutine w4(n, s, l)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    logical, value :: l
    integer :: i
    print *, 'w4'
    do i = 1, n
      if (s(i) > 5) l = .not. l
      s(i) = s(i) + 1
    end do
    print *, l
  end subroutine
  subroutine w5(n, s, z)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    type(t), value :: z
    integer :: i
    print *, 'w5'
    do i = 1, n
      z%k = z%k + 1
      s(i) = s(i) + 1
    end do
    print *, z%k
  end subroutine
  subroutine w6(n, s, z)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    type(t), intent(out) :: z
    integer :: i
    z%k = 50
    print *, 'w6'
    do i = 1, n
      z%k = z%k + 1
      s(i) = s(i) + z%k
    end do
    print *, z%k
  end subroutine
  subroutine w7(n, s, a)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, intent(out), allocatable :: a(:)
    integer :: i
    allocate(a(n))
    a = 2
    print *, 'w7'
    do i = 1, n
      a(i) = a(i) + i
      s(i) = s(i) + a(i)
    end do
    print *, a
  end subroutine
  subroutine w8(n, s, first, o)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, intent(out) :: first(n)
    integer, intent(in), optional :: o
    integer :: i
    first = s
    print *, 'w8'
    do i = 1, n
      if (present(o)) s(i) = s(i) + o
      if (i > 1) first(i) = first(i) + first(i - 1)
      s(i) = s(i) + first(1)
    end do
    print *, first
  end subroutine
end module
program p
  use m1
  integer :: s(4), first(4)
  integer, allocatable :: a(:)
  type(t) :: z
  s = 1
  call w(4, s, 10); print *, s
  call w2(4, s, 10d0); print *, s
  call w3(4, s, 10); print *, s
  call w4(4, s, .true.); print *, s
  call w5(4, s, t(5)); print *, s
  call w6(4, s, z); print *, s, z%k
  call w7(4, s, a); print *, s, a
  call w8(4, s, first); print *, s, first
  call w8(4, s, first, 7); print *, s, first
end
