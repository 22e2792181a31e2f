! lpfc c:
! What a statement computes once is computed once, and what an implied loop computes for each of its iterations is
! not computed before.
module counting
  implicit none
  type item
    real(8) :: x = 0
    integer :: k = 0
  end type
  integer :: calls = 0
contains
  integer function turned(i)
    integer, intent(in) :: i
    turned = mod(i, 3) + 1
    if (turned > 3) turned = 1
  end function
  integer function counted(i)
    integer, intent(in) :: i
    calls = calls + 1
    counted = i
    if (counted < 0) counted = 0
  end function
  pure real(8) function got(a)
    type(item), intent(in) :: a
    got = a%x + a%k
  end function
  elemental subroutine move(k, j)
    integer, intent(inout) :: k
    integer, intent(in) :: j
    k = mod(abs(k + j), 3) + 1
  end subroutine
  subroutine parts(n, z, y)
    integer, intent(in) :: n
    complex(8), intent(in) :: z(3)
    real(8), intent(inout) :: y(n)
    integer :: i
    i = 2
    y = [(z(turned(i))%re, i = 1, n)]
    y(1) = y(1) + sum([(z(turned(i))%im*i, i = 1, n)])
  end subroutine
  subroutine values(n, a, y, k)
    integer, intent(in) :: n
    type(item), intent(in) :: a(3)
    real(8), intent(inout) :: y(n)
    integer, intent(inout) :: k
    integer :: i
    i = 2
    y = [(got(a(turned(i))), i = 1, n)]
    k = count([(a(k)%x > 1, k = 1, 3)])
    do i = 1, n
      y(i) = y(i) + got(a(turned(i)))
    end do
  end subroutine
  subroutine moved(n, k, t)
    integer, intent(in) :: n, t(3)
    integer, intent(inout) :: k(n)
    integer :: i
    call move(k, t(k(2)))
    call move(k(k(2):n), 1)
    call move(k(1:n:k(2)), t(1))
    do i = 1, n
      k(i) = k(i) + i
    end do
  end subroutine
  subroutine greatest(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 0.25d0
    end do
    y(1) = maxval([(1d0*counted(i), i = 1, n)])
    y(2) = calls
  end subroutine
  subroutine counts(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 0.5d0
    end do
    y(3:4) = [(i*1d0, i = 1, counted(2))]
    y(5) = calls
    y(6) = sum(y(1:counted(3)))
    y(7) = calls
  end subroutine
end module

program main
  use counting
  implicit none
  real(8) :: y(8)
  type(item) :: a(3)
  integer :: k(8), i
  y = [(i, i = 1, 8)]
  call parts(8, [(1d0, 2d0), (3d0, 4d0), (5d0, 6d0)], y)
  print *, y
  a = [item(1, 1), item(2, 3), item(4, 5)]
  k(1) = 2
  call values(8, a, y, k(1))
  print *, y, k(1)
  k = [1, 2, 3, 1, 2, 3, 1, 2]
  call moved(8, k, [5, 7, 1])
  print *, k
  call greatest(8, y)
  print *, y
  call counts(8, y)
  print *, y
end program
