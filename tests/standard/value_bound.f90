! The bound of `z` is the value that `m` has when the routine begins. gfortran adds to n elements.
subroutine caller(n, x, k)
  integer n, k
  real x(n)
  call vv(n, x, k)
contains
  subroutine vv(m, z, o)
    integer, value :: m
    real :: z(m)
    integer :: o
    m = m - 1
    z = z + 1
    o = size(z)
  end subroutine
end subroutine
module own
contains
  subroutine alone(m, z, o)
    integer, value :: m
    real :: z(m)
    integer :: o
    m = m - 1
    z = z + 1
    o = size(z)
  end subroutine
  subroutine automatic(m, o)
    integer, value :: m
    integer :: o
    real w(m)
    m = 2
    w = 1
    o = sum(w)
  end subroutine
end module
