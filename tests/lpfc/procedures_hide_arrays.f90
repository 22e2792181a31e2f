! lpfc c:
! only k1,g,k3,k4,c,k5,in1,k5_g,hx,w
! A procedure within a routine, or a generic name, hides the array of the module that is called so.
module c3m
 real :: g(10) = 7, h(10) = 8, w(10) = 9
 integer, parameter :: c = 5
contains
subroutine k1(r)
  real, intent(out) :: r(4)
  r(1) = g(3)

contains
  real function g(k)
    integer, intent(in) :: k
    g = k
  end function
end subroutine
subroutine k2(r)
  real, intent(out) :: r(4)
  interface
    real function hx(k)
      integer, intent(in) :: k
    end function
  end interface
  interface h
    procedure hx
  end interface
  r(1) = h(3)
end subroutine
subroutine k3(r)
  real, intent(out) :: r(4)
  interface
    real function w(k)
      integer, intent(in) :: k
    end function
  end interface
  r(1) = w(3)
end subroutine
subroutine k4(r)
  real, intent(out) :: r(4)
  r(1) = 3
contains
  real function c(k)
    integer, intent(in) :: k
    c = k*2
  end function
end subroutine
subroutine k5(r)
  real, intent(out) :: r(4)
  r(1) = in1(2)
contains
  real function in1(k)
    integer, intent(in) :: k
    in1 = g(k)
  end function
  real function g(k)
    integer, intent(in) :: k
    g = -k
  end function
end subroutine
end module
real function hx(k)
 integer, intent(in) :: k
 hx = k*100
end function
real function w(k)
 integer, intent(in) :: k
 w = k*1000
end function
program p
 use c3m, only: k1, k2, k3, k4, k5
 real r(4)
 r = 0
 call k1(r); print *, r
 call k2(r); print *, r
 call k3(r); print *, r
 call k4(r); print *, r
 call k5(r); print *, r
end program
