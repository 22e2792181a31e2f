subroutine kinds(n, z, c, t)
  integer n
  complex z(n)
  character*8 c
  type point
    real x, y
  end type
  type(point) :: t
  n = t%x
end

subroutine more_kinds(n, x, k, f)
  integer n, k
  real*16 q
  integer*3 j
  real(kind=nothing) w
  logical f
  real x(n)
  x(1) = f
  f = 1
  x(1) = x(1) + f
  if (k) x(1) = 2
  x(2.5) = 1
  if (f == .true.) x(1) = 0
  x(1) = x(1) .and. f
  x(1) = mod(3, 0)
end
