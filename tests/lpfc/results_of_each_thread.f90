! lpfc c openmp: -fopenmp
! Threads have copies that go on from iteration to iteration, and each does what a `scope` holds.
module m
 implicit none
contains
 subroutine s(n,a,b,t)
  integer,intent(in)::n
  real(8),intent(in)::a(n)
  real(8),intent(inout)::b(n)
  real(8),value::t
  integer::i
  !$omp parallel do num_threads(4) schedule(static) firstprivate(t)
  do i=1,n
   t=t+a(i)
   b(i)=t
  end do
 end subroutine
 subroutine sc(n,a,k)
  integer,intent(in)::n
  integer,intent(inout)::k
  real(8),intent(inout)::a(n)
  integer::i
  !$omp parallel num_threads(4)
  !$omp do
  do i=1,n
   a(i)=a(i)+1
  end do
  !$omp scope reduction(+:k)
  k=k+1
  !$omp end scope
  !$omp end parallel
 end subroutine
end module
program p
 use m
 real(8)::a(1000),b(1000)
 integer::k
 a=1;b=0;k=0
 call s(1000,a,b,5d0); print *,b(1000),sum(b)
 call sc(1000,a,k); print *,k,sum(a)
end program
