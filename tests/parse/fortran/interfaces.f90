! A name of several procedures means the one whose dummies have the types and ranks of what is given.
module several
  implicit none
  interface scaled
    module procedure scaled_single, scaled_double
  end interface
  interface clear
    module procedure clear_one
    module procedure clear_all
  end interface
contains
  real function scaled_single(x)
    real x
    scaled_single = 2*x
  end function
  real*8 function scaled_double(x)
    real*8 x
    scaled_double = 3*x
  end function
  subroutine clear_one(x)
    real*8 x
    x = 0
  end subroutine
  subroutine clear_all(x)
    real*8 x(:)
    x = 0
  end subroutine
end module
subroutine both(n, a, b)
  use several
  implicit none
  integer n
  real a(n)
  real*8 b(n)
  interface
    subroutine outer(x)
      real*8 x
    end subroutine
  end interface
  a(1) = scaled(a(1))
  b(1) = scaled(b(1)) + 1
  call outer(b(2))
  call clear(b(3))
  call clear(b(4:n))
end subroutine
subroutine outer(x)
  implicit none
  real*8 x
  x = x + 1
end subroutine
