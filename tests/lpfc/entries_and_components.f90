! lpfc c:
! only f,g,k1
! A component that is called like a function is none of its values.
module e1m
 type t
  real :: f = 1, g = 2
 end type
contains
real function f(x)
  real, intent(in) :: x
  real :: g, y
  type(t) :: p
  f = x
  return
entry g(y)
  p%g = 10
  g = y + p%g + p%f
end function
subroutine k1(r)
  real, intent(out) :: r(4)
  r(1) = f(3.); r(2) = g(4.)
end subroutine
end module
program p
 use e1m
 real r(4)
 r = 0; call k1(r); print *, r
end program
