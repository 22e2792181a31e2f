! What calls and loops must not mix up.

! Names of a host, of its internal procedure, and names that look like ones that are made up.
subroutine names(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: r(6)
  real(8) :: t, t_0, t_1, max, k
  integer :: i
  t = 1
  t_0 = 2
  t_1 = 4
  max = 8
  k = 3
  do i = 1, n
    call inner(x(i))
    call inner(t_0)
  end do
  r = [t, t_0, t_1, max + min(max, k), k, sum(x)]
contains
  subroutine inner(y)
    real(8), intent(inout) :: y
    real(8) :: t, i
    integer :: k
    t = y/2
    i = t + max
    do k = 1, 2
      i = i + k
    end do
    y = i
    t_1 = t_1 + t
  end subroutine
end subroutine

! Bounds and step have the values that they had before the loop.
subroutine bounds(n, m, x)
  implicit none
  integer, intent(inout) :: n, m
  real(8), intent(inout) :: x(20)
  integer :: i, s, extra
  if (n < 0 .or. n > 5) return
  if (m < 1 .or. m > 3) return
  s = m
  do i = 1, n*s, s
    x(i) = x(i) + n
    n = n - 1
    s = s + 1
  end do
  m = i
  extra = 0
  if (s > 4) extra = 1
  do i = 1, 9 + extra
    extra = 7
    x(i) = x(i) + s
  end do
  x(20) = i
end subroutine

! Labels are those of the routine, whoever calls it.
subroutine labels(n, x, k)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer, intent(out) :: k
  integer :: i, j
  k = 0
  do 10 i = 1, n
    if (x(i) < -1) goto 20
    call find(n, x, i, j)
    k = k + j
10 continue
  goto 30
20 k = -i
30 k = k + 1000
end subroutine

subroutine find(n, x, i, j)
  implicit none
  integer, intent(in) :: n, i
  real(8), intent(in) :: x(n)
  integer, intent(out) :: j
  integer :: l
  j = 0
  if (i < 1) return
  do 10 l = i, n
    if (x(l) > x(i)) goto 20
10 continue
  return
20 j = l
end subroutine
