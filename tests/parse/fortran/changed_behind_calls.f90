! What is given for a dummy keeps its value, though a routine that is called within changes what it is made of; counters
! of counters; and what loop variables are behind loops whose ends are known but for a small number.
module behind
  implicit none
  integer :: step = 3
  type point
    real(8) :: t = 0.5d0
  end type
contains
  subroutine deeper
    step = mod(step, 3) + 3
  end subroutine
  subroutine add(k, r)
    integer, intent(in) :: k
    integer, intent(inout) :: r
    call deeper
    r = r + k
  end subroutine
  subroutine raise(x)
    real(8), intent(inout) :: x
    call deeper
    x = x + 0.7d0
  end subroutine
  subroutine raise_all(x)
    real(8), intent(inout) :: x(:)
    call deeper
    x = x + 0.9d0
  end subroutine
  subroutine values(r)
    integer, intent(inout) :: r
    step = mod(abs(step), 9) + 1
    call add(2*step + 5, r)
  end subroutine
  subroutine elements(y)
    real(8), intent(inout) :: y(20)
    step = mod(abs(step), 9) + 1
    call raise(y(step))
    call raise_all(y(step:step + 3))
    call raise_all(y(step:20:step))
  end subroutine
  subroutine sums_of_counters(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    integer :: i, j, k, m
    j = 0
    k = 2
    m = 1
    do i = 1, n
      k = k + 1
      j = j + k
      m = m + j
      y(i) = y(i) + m + k
    end do
  end subroutine
  subroutine behind_loops(m, k, s)
    integer, intent(in) :: m
    integer, intent(inout) :: k
    real(8), intent(inout) :: s
    integer :: i
    call raise(s)
    do i = 1, mod(m, 12)
      s = s*1.5d0
    end do
    k = i
  end subroutine
  subroutine blocks(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    type(point) :: p
    integer :: i
    do i = 1, n
      block
        real(8), allocatable :: w(:)
        if (.not. allocated(w)) then
          allocate(w(2))
          w = 0.25d0*i
        end if
        w = w + y(i)
        p%t = w(2)
        y(i) = p%t + w(1)
      end block
    end do
  end subroutine
end module
