subroutine storage(n, x)
  use iso_c_binding
  integer n
  real x(n), y, z
  common /block/ y
  save z
  equivalence (y, z)
  external f
  data z /1.0/
  include 'file.h'
  call other(x)
end

subroutine attributes(n, x)
  integer n
  real x(n)
  integer :: count = 0
  real, allocatable :: w(:)
  real, parametr :: half = 0.5
  x(1) = count*half
end
