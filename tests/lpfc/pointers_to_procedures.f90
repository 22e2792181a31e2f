! lpfc c openmp: --outline
! Pointers to procedures of the names of external ones.
subroutine efoo(x,y)
 real(8) :: x,y
 y = -1000*x
end subroutine
module drv
 implicit none
 abstract interface
  subroutine two(x,y)
   real(8) :: x,y
  end subroutine
 end interface
 type t
  procedure(two), pointer, nopass :: efoo
 end type
 procedure(two), pointer :: gfoo
contains
 subroutine d_ptr(n,a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  procedure(two), pointer :: efoo
  efoo => ebar2
  do i=1,n
   call efoo(1d0, a(i))
  end do
 end subroutine
 subroutine d_ptr2(n,a, efoo)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  procedure(two), pointer :: efoo
  do i=1,n
   call efoo(1d0, a(i))
  end do
 end subroutine
 subroutine d_dum(n,a, efoo)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  external efoo
  print *, 'x'
  do i=1,n
   call efoo(1d0, a(i))
  end do
 end subroutine
 subroutine ebar2(x,y)
  real(8) :: x,y
  y = y*3+x
 end subroutine
end module
program p
 use drv
 implicit none
 real(8) :: a(20)
 procedure(two), pointer :: efoo
 integer :: i
 a = 1
 efoo => ebar2
 call d_ptr(3,a); print *, a
 call d_ptr2(3,a,efoo); print *, a
 call d_dum(3,a,ebar2); print *, a
 do i=1,5
   call efoo(2d0,a(i))
 end do
 print *, a
 call inner
contains
 subroutine inner
 integer :: i
 do i=1,5
   call efoo(2d0,a(i))
 end do
 print *, a
 end subroutine
end program
