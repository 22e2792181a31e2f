! lpfc c openmp: --outline
! A name of an `associate` may stand for one that stands for another one.
module m
implicit none
type bx
 real :: f(8) = 1
 real :: s = 2
end type
contains
subroutine r1(a,x,n)
integer, intent(in) :: n
real, intent(inout) :: a(n), x(n)
integer :: i
integer, save :: z = 0
z = z + 1
associate (v => x(1)*2)
 associate (p => x)
  associate (q => p)
   q(1) = 100
  end associate
 end associate
 do i=1,n
  a(i) = a(i) + v
 end do
end associate
a(2) = z
end subroutine
subroutine r2(a,n)
integer, intent(in) :: n
real, intent(inout) :: a(n)
type(bx) :: b
integer :: i
integer, save :: z = 0
z = z + 1
associate (v => b%s*2, g => b%f)
 associate (c => b)
  associate (t => c%s)
   t = 100
   g(2) = 50
  end associate
 end associate
 do i=1,n
  a(i) = a(i) + v + g(2)
 end do
end associate
associate (w => b)
 associate (v => w%s + 1, g => w%f(2)*1)
  b%s = 7
  w%f = 9
  do i=1,n
   a(i) = a(i) + v + g
  end do
 end associate
end associate
a(2) = z
end subroutine
subroutine r3(a,x,n,k)
integer, intent(in) :: n
integer, intent(inout) :: k
real, intent(inout) :: a(n), x(n)
integer :: i
integer, save :: z = 0
z = z + 1
associate (kk => k)
 associate (w => x(kk), u => x(kk:))
  associate (k3 => kk)
   k3 = 4
  end associate
  do i=1,n
   w = w + i
  end do
  do i=1,2
   u(i) = u(i)*2
  end do
 end associate
end associate
a(2) = z
end subroutine
end module
program p
use m
real :: a(8), x(8)
integer :: k
a=[(i*1.5-4,i=1,8)]; x=3
call r1(a,x,8); print '(8g13.6)', a
call r2(a,8); print '(8g13.6)', a
x=3; k=2
call r3(a,x,8,k); print '(8g13.6)', a,x
end program
