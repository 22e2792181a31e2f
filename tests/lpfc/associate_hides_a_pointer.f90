! lpfc c:
! only k1,k2
! A name of an `associate` block is not the local pointer that is called so.
module b9m
contains
subroutine k1(n, x, y, r)
  integer, intent(in) :: n
  real, intent(inout), target :: x(n), y(n)
  real, intent(out) :: r(4)
  real, pointer :: p(:)
  p => x
  associate (p => y)
    p(1) = 5
    r(1) = sum(p)
  end associate
  r(2) = sum(p)
  p => y
  associate (q => p)
    q(2) = 7
  end associate
  r(3) = sum(p); r(4) = sum(x)
end subroutine
subroutine k2(n, x, r)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, intent(out) :: r(6)
  real, allocatable :: a(:)
  allocate(a(n)); a = 1
  r(1) = sum(a)
  deallocate(a)
  associate (a => x)
    a(1) = 10
    r(2) = sum(a)
  end associate
  allocate(a(2*n)); a = 2
  r(3) = sum(a)
  associate (b => a)
   b = 3
   r(4) = size(b)
  end associate
  a = [a, 4.]
  r(5) = sum(a); r(6) = size(a)
end subroutine
subroutine k3(n, x, r)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, intent(out) :: r(6)
  real, allocatable :: a(:), b(:)
  integer :: i
  do i = 1, 3
    allocate(a(n))
    a = x*i
    call move_alloc(a, b)
    r(i) = sum(b)
    deallocate(b)
  end do
  b = x(1:n:2)
  a = b
  r(4) = size(a)
  b = x
  r(5) = sum(a) + size(b)
  if (allocated(a)) deallocate(a)
  r(6) = merge(1, 0, allocated(a)) + merge(2, 0, allocated(b))
end subroutine
subroutine k4(n, x, r)
  integer, intent(in) :: n
  real, intent(inout) :: x(0:n-1)
  real, intent(out) :: r(6)
  real, allocatable :: a(:), c(:)
  allocate(a(-1:n-2))
  a = x
  r(1) = lbound(a,1); r(2) = a(-1)
  a = x(0:n-1)
  r(3) = lbound(a,1); r(4) = a(0)
  allocate(c, source=a)
  r(5) = lbound(c, 1) + ubound(c,1)
  a = [1., 2., 3.]
  r(6) = a(lbound(a,1))*10 + lbound(a,1)
end subroutine
end module
program p
 use b9m
 real r(6), x(5), y(5)
 x = [1,2,3,4,5]; y = -x
 call k1(5, x, y, r(1:4)); print *, r(1:4), x, y
 call k2(5, x, r); print *, r, x
 call k3(5, x, r); print *, r
 call k4(5, x, r); print *, r
end program
