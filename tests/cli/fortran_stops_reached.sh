# A stop is one for the caller to rule out only where every way leads to it: not behind a loop that returns, nor in one that is left before.
cat > "$OUT/stops.f90" <<TEXT
subroutine search(n, x, r)
  integer n, i, r
  real x(n)
  do i = 1, n
    if (x(i) > 0) then
      r = i
      return
    end if
  end do
  stop 'not found'
end subroutine
subroutine left_before(n, m, r)
  integer n, m, r
  r = 0
  do i = 1, n
    if (i == 3) exit
    if (i == 5) stop 'five'
    r = r + m
  end do
end subroutine
subroutine passed_by(n, a, r)
  integer n, a(n), r
  r = 0
  outer: do j = 1, n
    do i = 1, n
      if (a(i) == j) cycle outer
      r = r + 1
    end do
    if (j > 2) stop 'j'
  end do outer
end subroutine
subroutine always(n, r)
  integer n, r
  r = 0
  do i = 1, n
    if (i == 5) stop 'five'
    r = r + i
  end do
end subroutine
TEXT
lptranslate "$OUT/stops.f90" --to lpir -o - 2>/dev/null | grep -E "^kernel|require"
lprun --verify-fortran "$OUT/stops.f90" --device interp --cases 20 2>/dev/null
