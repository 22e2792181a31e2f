! lpfc c:
! only bump,next,glob,r1,r3,r4
! A function bound to a type is called once, for all components of what it is a subscript of.
module m
implicit none
type cnt
 real :: x = 1
 integer :: k = 0
contains
 procedure :: bump
 procedure :: next
 procedure, nopass :: glob
end type
integer :: gk = 0
contains
real function bump(self)
class(cnt), intent(inout) :: self
self%x = self%x + 1
bump = self%x
end function
integer function next(self)
class(cnt), intent(inout) :: self
self%k = self%k + 1
next = self%k
end function
integer function glob()
gk = gk + 1
glob = gk
end function
subroutine r1(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q
integer :: i
q = cnt(2.,0)
do i=1,n
 associate (v => q%bump())
  a(i) = v + v*10
 end associate
end do
a(1) = q%x
end subroutine
subroutine r2(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q, s(20)
integer :: i
q = cnt(2.,0)
do i=1,n
 s(q%next()) = cnt(a(i), i)
end do
a(1) = q%k
do i=2,n
 a(i) = s(i)%x + s(i)%k
end do
end subroutine
subroutine r3(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q
integer :: i
q = cnt(2.,0)
do i=1,n
 a(q%next()) = i
end do
a(1) = q%k
select case (q%next())
case (9); a(2) = 1
case (10); a(2) = 2
end select
a(3) = q%k
do i=1,q%next()-q%next()+3
 a(4) = a(4)+q%k
end do
a(5:6) = q%bump()
a(7) = q%x
end subroutine
subroutine r4(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q, s(20)
integer :: i
q = cnt(2.,0)
gk = 0
do i=1,n
 associate (e => s(q%next()), f => a(q%glob()))
  e%x = i
  e%k = i*2
  f = e%x + e%k
 end associate
end do
a(1) = q%k + gk*10
a(2:3) = q%glob()
associate (g => gk*2)
 a(4) = q%glob()
 a(5) = g
end associate
s(q%glob()-9)%x = 5
s(1:2)%x = q%bump()
a(6) = q%x + s(2)%x + s(1)%x
end subroutine
end module
program p
use m
real :: a(8)
a=[(i*1.5-4,i=1,8)]
call r1(a,8); print '(8g13.6)', a
a=[(i*1.5-4,i=1,8)]
call r2(a,8); print '(8g13.6)', a
a=[(i*1.5-4,i=1,8)]
call r3(a,8); print '(8g13.6)', a
a=[(i*1.5-4,i=1,8)]
call r4(a,8); print '(8g13.6)', a
end program
