# Implied loops in array constructors: one within another, several values in each iteration, sections.
cat > "$OUT/loops.f90" <<'TEXT'
subroutine nested(x, t)
  implicit none
  real(8), intent(inout) :: x(6), t(2, 3)
  integer :: i, j
  integer, parameter :: known(6) = [((i*10 + j, i = 1, 2), j = 1, 3)]
  x = x + [((i*10 + j, i = 1, 2), j = 1, 3)]
  x = x*known + [((t(j, i), j = 1, 2), i = 3, 1, -1)]
  t = reshape([((i*t(i, j), i = 1, 2), j = 1, 3)], [2, 3])
end subroutine
subroutine several(x, t, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(2*n), t(2, n)
  integer :: i
  x = [(t(1, i), t(2, i), i = n, 1, -1)]
  x = x + [real(8) :: (i, 2*i, i = 1, n)]
  x = x*[(t(:, i), i = 1, n)]
  x(1:n) = x(1:n) + sum([(t(1, i), 2d0, t(2, i), i = 1, n)])
end subroutine
subroutine empty(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  integer :: i, j
  x(1:max(0, n - m)*max(0, m - 2)) = [((i + j*0.5d0, i = m + 1, n), j = 3, m)]
end subroutine
subroutine triangle(x)
  implicit none
  real(8), intent(inout) :: x(6)
  integer :: i, j
  x = [((real(i*j, 8), i = 1, j), j = 1, 3)]
end subroutine
TEXT
lptranslate --check "$OUT/loops.f90"
lprun --verify-fortran "$OUT/loops.f90" --cases 20
