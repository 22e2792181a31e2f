! lpfc c openmp opencl:
! What a routine keeps between calls is there for calls that the original takes.
module kept
  implicit none
  integer :: hist(3) = 0
contains
  subroutine a1(n, a, lev)
    integer, intent(in) :: n, lev
    real(8), intent(inout) :: a(n)
    real(8), save :: old(5) = 0
    integer, save :: calls = 0
    integer :: i
    if (lev > 1) print *, 'old', old, calls
    do i = 1, n
      a(i) = a(i)*2
    end do
    old(1:5) = a(1:5)
    calls = 3
  end subroutine
  subroutine a2(n, a, lev)
    integer, intent(in) :: n, lev
    real(8), intent(inout) :: a(n)
    real(8), save :: mx
    integer :: i
    mx = 0
    do i = 1, n
      a(i) = a(i)*2
      mx = max(mx, a(i))
    end do
    if (lev > 1) call show
  contains
    subroutine show
      print *, 'mx', mx
    end subroutine
  end subroutine
  subroutine a3(n, a, lev)
    integer, intent(in) :: n, lev
    real(8), intent(inout) :: a(n)
    real(8), save :: mx = -5
    integer :: i
    if (lev > 1) then
      call show
    end if
    mx = 0
    do i = 1, n
      a(i) = a(i)*2
      mx = max(mx, a(i))
    end do
  contains
    subroutine show
      print *, 'mx', mx
    end subroutine
  end subroutine
  subroutine a4(n, a, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(inout), optional :: w
    real(8), save :: keep
    integer :: i
    if (present(w)) keep = w
    do i = 1, n
      a(i) = a(i)*2
    end do
    keep = a(1)
  end subroutine
  subroutine a5(n, a, m)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n)
    integer, save :: where_
    integer :: i
    do i = 1, n
      if (a(i) < 0) then
        print *, 'last good', where_
        stop 3
      end if
      a(i) = a(i)*2
    end do
    where_ = m
  end subroutine
  subroutine a6(n, a, lev)
    integer, intent(in) :: n, lev
    real(8), intent(inout) :: a(n)
    integer :: i
    type st
      integer :: k = 1
      real(8) :: x(2) = 2
    end type
    type(st), save :: s
    if (lev > 1) print *, 's', s
    s%k = n; s%x = a(1)
    do i = 1, n
      a(i) = a(i) + s%x(1)
    end do
  end subroutine
end module
subroutine ext(n, a, lev)
  integer n, lev
  real*8 a(n)
  integer last
  save last
  data last /-1/
  if (lev .gt. 1) write(*,*) 'last', last
  last = n
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine
program p
  use kept
  implicit none
  real(8) :: a(6)
  a = [1,2,3,4,5,6]
  call a1(6, a, 0); call a1(5, a, 2); print *, a
  call a2(6, a, 0); call a2(5, a, 2); print *, a
  call a3(6, a, 0); call a3(5, a, 2); print *, a
  call a4(6, a); call a4(6, a, a(3)); print *, a
  call a6(6, a, 0); call a6(5, a, 2); print *, a
  call ext(6, a, 0); call ext(5, a, 2); print *, a
  call a5(6, a, 0); call a5(5, a, 2); call a5(5, a, 4); a(3) = -1; call a5(5, a, 7); print *, a
end program
