! lpfc c openmp: -O2 -fwrapv
! Integers wrap round where the compiler is asked to let them: kernels do not, so the source stays.
module m
contains
subroutine w(n,a,r)
 integer,intent(in)::n
 integer,intent(in)::a(n)
 integer,intent(out)::r(n)
 integer::i
 do i=1,n
  r(i)=0
  if(a(i)+1>a(i)) r(i)=1
  if(a(i)*2/2==a(i)) r(i)=r(i)+2
  if(abs(a(i))>=0) r(i)=r(i)+4
  if(a(i)-10<a(i)-8) r(i)=r(i)+8
  r(i)=r(i)+(a(i)*10)/10
  if(-a(i)==a(i)) r(i)=r(i)+100000
 end do
end subroutine
subroutine w1(n,a,r)
 integer,intent(in)::n
 integer(2),intent(in)::a(n)
 integer(2),intent(out)::r(n)
 integer::i
 do i=1,n
  r(i)=a(i)*a(i)
  r(i)=r(i)+a(i)*3_2/3_2
 end do
end subroutine
end module
program p
 use m
 integer::a(1000),r(1000),i
 integer(2)::b(1000),s(1000)
 do i=1,1000
  a(i)=2147483647-(i-1)*4294967
  if(i==500) a(i)=-2147483647-1
  b(i)=int(mod(i*7919,65536)-32768,2)
 enddo
 call w(1000,a,r)
 print '(10i12)',r
 call w1(1000,b,s)
 print '(10i12)',s
end program
