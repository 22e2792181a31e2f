! lpfc c openmp: --outline
! A function bound to a type changes what an `associate` around a loop was computed of.
module m
implicit none
type cnt
 real :: x = 1
 integer :: k = 2
contains
 procedure :: bump
 procedure :: sub
 procedure :: modn
end type
integer :: n9(3) = 9
contains
real function bump(self)
class(cnt), intent(inout) :: self
self%x = self%x + 1
self%k = self%k + 1
bump = self%x
end function
subroutine sub(self)
class(cnt), intent(inout) :: self
self%x = self%x + 1
self%k = self%k + 1
end subroutine
integer function modn(self, n)
class(cnt), intent(inout) :: self
integer, intent(inout) :: n(3)
n(2) = n(2) - 1
modn = n(2)
end function
subroutine r1(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(cnt) :: q
integer :: i
integer, save :: z = 0
z = z + 1
q = cnt(2.,3)
associate (v => q%x*2, w => a(q%k))
 a(1) = q%bump()
 do i=1,n
  a(i) = a(i) + v
 end do
 do i=1,n
  w = w + i
 end do
end associate
a(2) = z
end subroutine
subroutine r2(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(20,20)
type(cnt) :: q
integer :: i, j, l(3)
integer, save :: z = 0
z = z + 1
q = cnt(2.,3)
l = 9
do j=1,5
 do i=1,l(2)
  a(i,j) = a(i,j) + 1
 end do
 a(20,j) = q%modn(l)
end do
do j=1,5
 a(19,j) = q%bump()
 do i=1,q%k
  a(i,j) = a(i,j) + q%x
 end do
end do
a(18,1) = z
end subroutine
end module
program p
use m
real :: a(8), c(20,20)
a=[(i*1.5-4,i=1,8)]
call r1(a,8); print '(8g13.6)', a
c = 0
call r2(c,8); print '(20f5.0)', c
end program
