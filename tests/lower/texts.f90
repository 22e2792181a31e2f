! run: k=0,1,3,6,7 n=1,5,6,9 c=97,113
! Characters in local texts, joined, cut and compared.
subroutine letters(k, n, c, y)
  implicit none
  integer k, n, i
  character c
  integer y(n)
  character*6 t, u*2
  t = 'abCdEf'
  if (k > 0 .and. k < 7) t(k:k) = 'Z'
  t(2:3) = t(1:2)
  u = c // t(4:4)
  do i = 1, min(n, 6)
    y(i) = ichar(t(i:i)) + len(u)
  end do
  if (t == 'aaZdEf' .or. u == 'qd') y(n) = -1
end subroutine
