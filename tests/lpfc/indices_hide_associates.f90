! lpfc c:
! only k1,k2,k3,f1,k4
! The index of an implied loop, of `forall` or `do concurrent`, hides a name of an `associate` block.
module d7m
 real :: res(3) = [7., 8., 9.]
 type t
  real :: x = 1, y = 2
 end type
contains
subroutine k1(n, m, a, r)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n), r(20)
  integer :: i, j
  j = m + 1
  associate (i => j)
    r(1:3) = [(real(i), i=1,3)]
    r(4) = i
    r(5) = sum([(a(i)*i, i=1,n)])
  end associate
end subroutine
subroutine k2(n, m, a, r)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n), r(20)
  integer :: i, j
  j = m + 1
  associate (i => j)
    forall (i=1:n) a(i) = a(i) + i
    r(1) = i
    do concurrent (i=1:n)
      a(i) = a(i)*i
    end do
    r(2) = i
  end associate
end subroutine
subroutine k3(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), r(20)
  real :: b(n)
  b = a
  associate (a => b, b => a(2:3), n => 5)
    a(1) = 100
    b(1) = 200
    r(1) = n + size(b)
    associate (a => b(2), b => sum(a))
      a = 300
      r(2) = b
    end associate
  end associate
  r(3) = sum(b)
end subroutine
real function f1(x) result(res)
  real, intent(in) :: x
  res = x*2
  associate (res => res)
    res = res + 1
  end associate
end function
subroutine k4(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), r(20)
  type(t) :: p, q(2)
  p%x = 3
  associate (x => p%x, p => q(2))
    x = x + 1
    p%y = 50
    r(1) = x + p%x
  end associate
  r(2) = p%x; r(3) = q(2)%y; r(4) = p%y
  associate (sin => a(1), max => n*2)
    r(5) = sin*max
    sin = 4
  end associate
  r(6) = sin(a(1)) + max(1, n)
end subroutine
end module
program p
 use d7m
 real a(4), r(20)
 a = [1,2,3,4]; r = 0
 call k1(4, 2, a, r); print *, r(1:6)
 call k2(4, 2, a, r); print *, r(1:6), a
 a = [1,2,3,4]; r = 0
 call k3(4, a, r); print *, r(1:6), a
 print *, f1(3.)
 call k4(4, a, r); print *, r(1:6), a
end program
