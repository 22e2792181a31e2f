# `pack` and `unpack`: what the kernels compute is what gfortran's routines do.
cat > "$OUT/packed.f90" <<'TEXT'
subroutine selected(n, x, y, k, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y(n), s(5)
  integer, intent(out) :: k
  k = count(x > 0.1d0)
  y = -1
  y(1:k) = pack(x, x > 0.1d0)
  s(1) = sum(pack(x, x > 0.5d0)) + size(pack(x, x < 0))
  s(2) = maxval(pack(x, x < 0.5d0))
  x(1:k) = 2*pack(x, x > 0.1d0) + y(1:k)
  s(3) = product(pack(x(1:k), mask=x(1:k) > 3))
  s(4:5) = pack([x(1:0), 1d0, 2d0, 3d0], [.true., .false., .true.])
end subroutine
subroutine of_matrices(n, a, f, v, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3), f
  logical, intent(in) :: v
  real(8), intent(out) :: b(3*n), c(n)
  b = pack(a, .true.)
  c = pack(a(:, 2), a(:, 2) > f, vector=a(:, 1))
  if (v) c(n:1:-1) = pack(a(:, 3), v)
end subroutine
subroutine back(n, m, v, a, b)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: m(2, n)
  integer, intent(in) :: v(2*n)
  integer, intent(out) :: a(2, n)
  integer, intent(inout) :: b(2, n)
  integer :: k
  k = count(m, kind=8)
  a = unpack(v, m, 7)
  b = unpack(v(1:k)*2, m, field=b)
end subroutine
TEXT
lprun --verify-fortran "$OUT/packed.f90" --device interp 2>/dev/null
# An array that is as long as `pack` says is not laid out when the routine begins.
cat > "$OUT/unknown.f90" <<'TEXT'
subroutine allocated_by(n, x, s)
  integer n
  real x(n), s
  real, allocatable :: y(:)
  y = pack(x, x > 0)
  s = y(1)
end subroutine
subroutine grown(n, x, s)
  integer n
  real x(n), s
  real, allocatable :: y(:)
  allocate (y(n))
  y = x
  y = pack(x, x > 0)
  s = sum(y)
end subroutine
subroutine product_of(n, x, y, s)
  integer n
  real x(n), y(n), s
  s = dot_product(pack(x, x > 0), pack(y, x > 0))
end subroutine
TEXT
lptranslate --check "$OUT/unknown.f90"
