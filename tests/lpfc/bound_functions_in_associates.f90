! lpfc c:
! only bump,add,bumpg,r1,r2
! A function bound to a type may change the variable that it is called of.
module m
implicit none
type cnt
 real :: x = 1
 integer :: k = 0
contains
 procedure :: bump
 procedure :: add
end type
real :: gv = 3
contains
real function bump(self)
class(cnt), intent(inout) :: self
self%x = self%x + 1
bump = self%x
end function
subroutine add(self, v)
class(cnt), intent(inout) :: self
real, intent(in) :: v
self%x = self%x + v
end subroutine
real function bumpg(s)
type(cnt), intent(inout) :: s
s%x = s%x*2
gv = gv + 1
bumpg = s%x
end function
subroutine r1(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q
integer :: i
q = cnt(2.,1)
do i=1,n
 associate (v => q%x*2)
  a(i) = q%bump()
  a(i) = a(i) + v*100
 end associate
end do
end subroutine
subroutine r2(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q
integer :: i
q = cnt(2.,1)
do i=1,n
 associate (v => q%x*2)
  call q%add(3.)
  a(i) = a(i) + v*100
 end associate
 associate (v => q%x*2, g => gv*2, z => a(q%k))
  a(i) = bumpg(q) + v
  q%k = min(n, q%k + 1)
  z = z + g + v
 end associate
end do
end subroutine
subroutine r3(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
real, target :: x(3), y(3)
real, pointer :: p(:)
integer :: i
x = 2; y = 5
p => x
associate (v => p(1)*2, w => p(2), u => p)
 p => y
 a(1) = v
 p(1) = 3
 w = 11
 u(3) = 12
 a(2) = p(1) + v
 do i=3,n
  a(i) = p(2) + v + i
 end do
end associate
a(3) = sum(x)
end subroutine
subroutine r4(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q, s(3)
integer :: i, j
j = 2
associate (e => s(j), t => q)
 j = 3
 e%x = 7
 t = e
 s(3) = t
 e = cnt(1.5, 2)
end associate
do i=1,n
 a(i) = q%x + s(mod(i,3)+1)%x*10 + s(2)%k
end do
associate (sx => s%x)
 sx = sx(3:1:-1)
 a(1) = sx(1)
 a(2:3) = sx(2:)
end associate
end subroutine
end module
program p
use m
real :: a(8)
a=[(i*1.5-4,i=1,8)]
call r1(a,8); print '(8g13.6)', a
call r2(a,8); print '(8g13.6)', a, gv
call r3(a,8); print '(8g13.6)', a
call r4(a,8); print '(8g13.6)', a
end program
