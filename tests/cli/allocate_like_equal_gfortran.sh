# `allocate` with `source` and `mold`: values and extents of another array, and single values that are allocatable.
cat > "$OUT/like.f90" <<TEXT
subroutine sources(n, x, o)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(0:n)
  real, intent(out) :: o(8)
  real, allocatable :: a(:), b(:, :), c(:), d(:), s
  integer, allocatable :: k(:)
  integer :: failed
  allocate(a(n), source=2.0)
  allocate(b(n, 2), source=3.0, stat=failed)
  allocate(k(3), source=[4, 5, 6])
  allocate(c, source=x(1:n)*2)
  allocate(d, source=x)
  allocate(s, source=1.5)
  s = s + failed
  o(1) = sum(a)
  o(2) = sum(b) + s
  o(3) = k(2)
  o(4) = size(c) + sum(c)
  o(5) = size(d) + lbound(d, 1)
  o(6) = d(n)
  deallocate(s, d)
  o(7) = size(b)
  o(8) = c(n)
end subroutine
subroutine molds(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, allocatable :: a(:), t
  allocate(a, mold=x)
  allocate(t)
  t = 7
  a = t
  x = x + a
  if (allocated(a)) x = x*2
end subroutine
TEXT
lptranslate --check "$OUT/like.f90"
lprun --verify-fortran "$OUT/like.f90" --cases 12
