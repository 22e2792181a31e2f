# Arrays that get their bounds from others, which assignments allocate: by `source`, by `mold`, by `move_alloc`.
cat > "$OUT/like.f90" <<'TEXT'
subroutine moved(x, n, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), b(:)
  a = x(n:1:-1)
  b = x*2
  call move_alloc(b, a)
  s = sum(a) + size(a)
  if (allocated(b)) s = -1
end subroutine
subroutine chained(x, n, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), b(:), c(:), d(:)
  d = x
  allocate (c, source=d)
  allocate (a, mold=c)
  b = c*0 + 1
  a = b + c
  s = sum(a) + size(b) + lbound(c, 1)
end subroutine
TEXT
lptranslate --check "$OUT/like.f90"
lprun --verify-fortran "$OUT/like.f90" --cases 12
