! lpfc c openmp: --outline
! A module has a function called like one that generated statements ask for the bounds of an array.
module m
 implicit none
contains
 integer function lbound(x,k,kind)
  real(8),intent(in)::x(:)
  integer,intent(in)::k
  integer,intent(in),optional::kind
  lbound=1
 end function
 subroutine s(a,n)
  real(8),intent(inout)::a(:)
  integer,intent(in)::n
  integer::i
  do i=1,n
   a(i)=a(i)*2
  end do
  print *,'s'
 end subroutine
 subroutine s2(a,n)
  real(8),allocatable,intent(inout)::a(:)
  integer,intent(in)::n
  integer::i
  do i=1,n
   a(i)=a(i)*2
  end do
  print *,'s2'
 end subroutine
 subroutine s3(a,n)
  real(8),intent(inout)::a(:)
  integer,intent(in)::n
  integer::i
  do i=1,n
   a(i)=a(i)*2
  end do
 end subroutine
end module
program p
 use m
 real(8)::a(20)
 real(8),allocatable::b(:)
 a=1
 call s(a(1:20:2),10)
 print *,a
 call s3(a(2:20:2),10)
 print *,a
 allocate(b(-2:12)); b=1
 call s2(b,10)
 print *,b
end program
