! lpfc c:
! only k1
! The distance between the bounds of a loop may be longer than their type.
subroutine k1(a, b, r, n)
integer, intent(in) :: a, b, n
integer, intent(inout) :: r(40)
integer i, c, k
integer(1) :: i1
integer(8) :: i8
c = 0
do i = a, b, 1000000000
 c = c + 1
 if (c > 10) exit
end do
r(1) = c; r(2) = i
c = 0
do i = a, b, 1000000000
 c = c + 1
end do
r(3) = c; r(4) = i
c = 0
do i1 = -100_1, int(n,1), 50_1
 c = c + 1
end do
r(5) = c; r(6) = i1
c = 0
do i8 = a*10_8, b*10_8, 4000000000_8
 c = c + 1
end do
r(7) = c; r(8) = int(i8/10)
k = 3
do i = k, k + 4
 k = k + i
 if (i == n) cycle
 c = c + 1
end do
r(9) = i; r(10) = k
k = 0
do while (k < 5)
 k = k + 1
 if (k == 3) cycle
 r(10 + k) = k
end do
r(16) = k
k = 10
do
 if (k <= 3 .or. r(k) == 99) exit
 k = k - 2
 r(17) = r(17) + k
end do
r(18) = k
k = 1
i = 0
do while (k <= n)
 i = i + k
 if (i > 20) exit
 k = k + 3
end do
r(19) = k; r(20) = i
do i = b, a, -1000000000
 r(21) = r(21) + 1
end do
r(22) = i
do i = 1, 10
 do k = i, 10
  if (k*i > 30) exit
  if (k == 7) goto 5
 end do
 r(23) = r(23) + k
5 continue
end do
r(24) = i*100 + k
end subroutine
integer r(40)
r = 0
call k1(-2000000000, 1000000000, r, 60)
print '(8i14)', r
end
