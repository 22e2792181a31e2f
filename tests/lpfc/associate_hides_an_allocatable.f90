! lpfc c:
! only k2,k3
! A name of an `associate` block is not the local array that is called so.
module c1m
contains
subroutine k2(n, x, r)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, intent(out) :: r(8)
  real, allocatable :: a(:)
  integer :: i
  allocate(a(n)); a = 1
  r(1) = sum(a)
  deallocate(a)
  allocate(a(2*n)); a = 2
  associate (a => x)
    a(1) = 10
    r(2) = sum(a)
    r(3) = size(a)
  end associate
  r(4) = sum(a)
  associate (z => sum(a), a => x(2:n))
    a(1) = 20
    r(5) = z
  end associate
  r(6) = a(1)
  r(7) = sum([(a(i), i=1,n)])
  r(8) = x(2)
end subroutine
subroutine k3(n, x, y, r)
  integer, intent(in) :: n
  real, intent(inout), target :: x(n), y(n)
  real, intent(out) :: r(8)
  real, pointer :: p(:), q(:)
  integer :: i
  p => x; q => y
  do i = 1, 2
    if (i == 2) then
      p => y; q => x
    end if
    associate (q => p(2:n), m => size(q))
      q(1) = q(1) + 100
      r(i) = m + q(2)
    end associate
    block
      real :: p(3)
      p = i
      r(2+i) = sum(p) + q(1)
    end block
  end do
end subroutine
end module
program p
 use c1m
 real r(8), x(5), y(5)
 x = [1,2,3,4,5]; y = -x; r=0
 call k2(5, x, r); print *, r, x
 call k3(5, x, y, r); print *, r, x, y
end program
