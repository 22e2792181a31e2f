# Named constants that functions of arrays make: places of extremes, packed, repeated and shifted lists.
cat > "$OUT/tables.f90" <<'TEXT'
subroutine tables(x, k)
  implicit none
  integer, parameter :: t(5) = [3, 9, 1, 9, 1], m(2, 3) = reshape([4, 1, 7, 7, 2, 1], [2, 3])
  integer, parameter :: big = maxloc(t, 1), last = maxloc(t, dim=1, back=.true.), low(1) = minloc(t)
  integer, parameter :: at(2) = maxloc(m), where_(2) = minloc(m, m > 1), none(1) = maxloc(t, t > 100)
  integer, parameter :: some(3) = pack(t, t > 1), all_(6) = pack(m, .true.)
  integer, parameter :: rows(3, 2) = spread([1, 2], 1, 3), columns(2, 3) = spread([1, 2], 2, 3), ones(4) = spread(1, 1, 4)
  integer, parameter :: left(5) = cshift(t, 1), right(5) = cshift(t, -2)
  real(8), intent(inout) :: x(4)
  integer, intent(inout) :: k(5)
  x(1) = x(1) + big + 10*last + 100*low(1)
  x(2) = x(2) + at(1) + 10*at(2) + 100*where_(1) + 1000*where_(2) + none(1)
  x(3) = x(3) + sum(some) + all_(3) + sum(rows(:, 2)) + columns(1, 2) + size(ones)
  x(4) = x(4) + t(maxloc(t, 1)) + minloc([2d0, 1d0], 1)
  k = k + left - right
  k(1:3) = k(1:3) + some*rows(:, 1)
end subroutine
subroutine found(l, x, n, k)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: l(n)
  real(8), intent(in) :: x(n)
  integer, intent(out) :: k(2)
  k(1) = findloc(l, .true., dim=1)
  k(2) = findloc(x > 0, .false., dim=1, back=.true.)
end subroutine
TEXT
lptranslate --check "$OUT/tables.f90"
lprun --verify-fortran "$OUT/tables.f90" --cases 12
