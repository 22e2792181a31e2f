! lpfc c:
! only k1,t2,k2,h8,h4,g8
! `ichar(c, 8)` is of eight bytes, and so is what is computed of it.
module d5m
contains
subroutine k1(c, s, i, r)
  character(1), intent(in) :: c
  integer, intent(in) :: i
  character(1), intent(in) :: s
  integer(8), intent(out) :: r(16)
  character(6) :: t
  t = s // 'b' // c // 'xyz'
  r(1) = ichar(c, 8)*100000000_8
  r(2) = len_trim(t, 8)*1000000000_8
  r(3) = index(t, c, kind=8)*2000000000_8
  r(4) = scan(t, 'z', kind=8)*2000000000_8
  r(5) = modulo(i, 1000000_8)*1000000_8
  r(6) = sign(int(i,8), -1_8)*100000_8
  r(7) = dim(int(i,8), 5_8)*100000_8
  r(8) = mod(i, 1000000_8)*1000000_8
  r(9) = count([i > 0, i > 1], kind=8)*2000000000_8
  r(10) = maxloc([i, 7], 1, kind=8)*2000000000_8
  r(11) = size(t2(i), kind=8)*1500000000_8
  r(12) = (i + 1_8)*i
  r(13) = ubound(t2(i), 1, 8)*1500000000_8
  r(14) = nint(1e9, 8)*i
  r(15) = len(t, 8)*1000000000_8
  r(16) = iachar('q', 8)*100000000_8
contains
 function t2(k)
  integer, intent(in) :: k
  real :: t2(4)
  t2 = k
 end function
end subroutine
subroutine k2(i, j, r)
  integer, intent(in) :: i
  integer(2), intent(in) :: j
  integer(8), intent(out) :: r(8)
  r = 0
  r(1) = h8(i)*h8(i)
  r(2) = h8(i)*i
  r(3) = (h8(i) + i)*i
  r(4) = h4(j)*h4(j)
  r(5) = -h8(i)*i
  r(6) = g8(i)*g8(i)
  r(7) = merge(h8(i), 1_8, i > 3)*i
  r(8) = sum([h8(i), h8(i+1)]*[h8(i), h8(i)])
contains
 integer(8) function h8(k)
  integer, intent(in) :: k
  h8 = k
 end function
 integer function h4(k)
  integer(2), intent(in) :: k
  h4 = k
 end function
 integer(8) function g8(k)
  integer, intent(in) :: k
  g8 = k
  if (k < 0) g8 = 0
 end function
end subroutine
end module
program p
 use d5m
 integer(8) r(16)
 call k1('q', 'a', 100000, r); print *, r
 call k2(100000, 30000_2, r(1:8)); print *, r(1:8)
end program
