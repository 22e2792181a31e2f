! lpfc c openmp: --outline
! Two submodules have a procedure of one name each.
module a
 interface
  module subroutine sa(n,x)
   integer,intent(in)::n
   real(8),intent(inout)::x(n)
  end subroutine
 end interface
end module
module b
 interface
  module subroutine sb(n,x)
   integer,intent(in)::n
   real(8),intent(inout)::x(n)
  end subroutine
 end interface
end module
submodule(a) impl
contains
 module subroutine sa(n,x)
  integer,intent(in)::n
  real(8),intent(inout)::x(n)
  call helper(n,x)
  call helper(n,x)
 end subroutine
 subroutine helper(n,x)
  integer,intent(in)::n
  real(8),intent(inout)::x(n)
  integer::i
  do i=1,n
   x(i)=x(i)+1
  end do
 end subroutine
end submodule
submodule(b) impl
contains
 module procedure sb
  integer::i
  do i=1,n
   x(i)=x(i)*5
  end do
  call helper(n,x)
  call helper(n,x)
 end procedure
 subroutine helper(n,x)
  integer,intent(in)::n
  real(8),intent(inout)::x(n)
  integer::i
  do i=1,n
   x(i)=x(i)*3
  end do
 end subroutine
end submodule
program p
 use a
 use b
 real(8)::x(10)
 x=2
 call sa(10,x); print *,x
 call sb(10,x); print *,x
end program
