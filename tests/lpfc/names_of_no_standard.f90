! lpfc c: -std=f2018
! Functions that are called like some of gfortran are none of the standard.
module m
contains
subroutine s(n,z)
 integer,intent(in)::n
 complex(8),intent(inout)::z(n)
 complex(8)::zlog
 real(8)::cdabs
 integer::i
 do i=1,n
  z(i)=zlog(z(i))+cdabs(z(i))
 end do
end subroutine
end module
program p
 use m
 complex(8)::z(10)
 z=(2,1)
 call s(10,z)
 print *,z(1)
end program
complex(8) function zlog(x)
 complex(8),intent(in)::x
 zlog=x*100
end function
real(8) function cdabs(x)
 complex(8),intent(in)::x
 cdabs=1000
end function
