subroutine too_few(x)
  real x(3)
  real, parameter :: a(3) = [1.0, 2.0]
  real b(3), c(2)
  data b /1.0, 2.0/, c(3) /1.0/
  x(1) = a(1) + b(1) + c(1)
end subroutine

subroutine types(n, x)
  integer n
  real x(n)
  integer, parameter :: a(2) = [1, 3000000000]
  integer b(2)
  character(2), parameter :: names(2) = ['ab', 'cd']
  data b /2*n/
  x(1) = a(1) + b(1)
end subroutine

subroutine shapes(n, x)
  integer n, i
  real x(n), a(n), b(5000)
  data a /1.0/, b /5000*1.0/
  real, parameter :: c(*) = [1.0, 2.0]
  data (x(i), i = 1, n) /1.0/
  x(1) = a(1) + b(1)
end subroutine

subroutine assigned(x)
  real x(2)
  real, parameter :: a(2) = 1.0
  a(1) = 2
  x(1) = a(1)
end subroutine
