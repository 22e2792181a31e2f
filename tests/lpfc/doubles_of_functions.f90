! lpfc c: -fdefault-real-8
! `dble` and `dprod` are of 16 bytes here, though nothing is declared so.
module m
contains
subroutine y(n,x,r)
 integer,intent(in)::n
 real,intent(in)::x(n)
 real,intent(out)::r(n)
 integer::i
 do i=1,n
  r(i)=dble(x(i))*x(i)*0.1+x(i)/3
  r(i)=r(i)+dprod(x(i),x(i))*0.7
 end do
end subroutine
subroutine y2(n,x,r)
 integer,intent(in)::n
 real(4),intent(in)::x(n)
 real(8),intent(out)::r(n)
 integer::i
 do i=1,n
  r(i)=dble(x(i))/3
  r(i)=r(i)*r(i)+dble(r(i))*r(i)
  r(i)=r(i)+dble(i)/7-r(i)
 end do
end subroutine
end module
program p
 use m
 real::x(300),rr(300)
 real(4)::x4(300)
 real(8)::r8(300)
 do i=1,300
  x(i)=(i-20)*12345.678+.1
 enddo
 call y(300,x,rr); print '(5z20)',rr
 x4=x
 call y2(300,x4,r8); print '(5z20)',r8
end program
