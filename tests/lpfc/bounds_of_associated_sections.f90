! lpfc c:
! only k1,k2,k3,k5
! The first element of `a(:3)` is the one at the lower bound of `a`, which may have got it elsewhere.
module a6m
 real, allocatable :: mg(:)
contains
subroutine k1(a)
  real, allocatable, intent(inout) :: a(:)
  associate (b => a(:3))
    b(1) = 7
    b(2:3) = b(2:3)*2
  end associate
end subroutine
subroutine k2
  associate (b => mg(:3))
    b(1) = 7
    b(2:3) = b(2:3)*2
  end associate
end subroutine
subroutine k3(z, r)
  real, intent(in) :: z(0:4)
  real, intent(out) :: r(6)
  real, allocatable :: a(:), c(:)
  allocate(a, source=z)
  c = z
  r = 0
  associate (b => a(:2), d => c(:1))
    r(1) = b(1); r(2) = d(1)
    b(1) = 9
  end associate
  r(3) = lbound(a, 1); r(4) = lbound(c, 1)
  r(5) = a(0); r(6) = sum(a)
end subroutine
subroutine k4(n, x, y, k, r)
  integer, intent(in) :: n, k
  real, intent(inout), target :: x(0:n), y(n+1)
  real, intent(out) :: r(4)
  real, pointer :: p(:)
  integer :: i
  p => x
  r(1) = lbound(p, 1)
  outer: if (k > 0) then
    p => y
    if (k > 1) exit outer
    p => x
  end if outer
  r(2) = lbound(p, 1)
  p(1) = 100
  do i = 1, n
    if (i == k) then
      p => y
      cycle
    end if
    p(i) = p(i) + i
    p => x
  end do
  r(3) = p(2)
  r(4) = ubound(p, 1)
end subroutine
subroutine k5(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  real, intent(out) :: r(3)
  integer :: i
  i = 2
  associate (x => a(i), m => i + 1, s => a(i:n:2))
    i = 4
    x = x + 1
    r(1) = m
    s(2) = 50
    s = s*2
    r(2) = size(s)
    r(3) = s(1)
  end associate
end subroutine
end module
program p
 use a6m
 real, allocatable :: a(:)
 real :: r(6), x(0:5), y(6), q(4), t(7), u(3)
 integer k
 allocate(a(-2:5), mg(-2:5)); a = [1,2,3,4,5,6,7,8]; mg = a
 call k1(a); print *, a
 call k2; print *, mg
 call k3([1.,2.,3.,4.,5.], r); print *, r
 do k = 0, 3
 x = [1,2,3,4,5,6]; y = -x
 call k4(5, x, y, k, q); print *, q; print *, x; print *, y
 end do
 t = [1,2,3,4,5,6,7]
 call k5(7, t, u); print *, t, u
end program
