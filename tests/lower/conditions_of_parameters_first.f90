! run: n=6 k=3 m=9
! Where a condition depends on arguments alone and another on what the routine computed, the first is asked first: the
! other is computed in fewer iterations.
subroutine searched(k, m, a, r)
  implicit none
  integer, intent(in) :: k, m, a(6)
  integer, intent(out) :: r
  integer :: i
  i = 0
10 i = i + 1
  if (m >= k) then
    if (i > 60) goto 90
  end if
  if (m - k >= a(1)) then
    if (i > 60) goto 90
    if (a(2) == 3) goto 10
  else
    r = -1
    if (k /= 5) return
  end if
90 r = i
end subroutine

subroutine until_found(n, k, a, r)
  implicit none
  integer, intent(in) :: n, k
  integer, intent(in) :: a(n)
  integer, intent(out) :: r
  integer :: i
  r = 0
  do i = 1, n
    if (a(i) > 3) then
      if (k > 2) exit
      r = r + 1
    else
      if (k /= 1) cycle
    end if
    r = r + a(i)
  end do
end subroutine

subroutine of_two(n, k, a, r)
  implicit none
  integer, intent(in) :: n, k
  integer, intent(in) :: a(n)
  integer, intent(out) :: r
  integer :: i
  r = 0
  do i = 1, n
    if (a(i) > 2) then
      if (a(i) == 5) r = r + 1
    else
      if (k < 3) return
    end if
    r = r + i
  end do
end subroutine
