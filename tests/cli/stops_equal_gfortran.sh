# A `stop` is reached only where no jump before leads past it: out of the loop, on to an iteration of a loop around, or out of the
# routine. Where that depends on data, the kernel says that it stopped.
cat > "$OUT/stops.f90" <<TEXT
subroutine found(n, x, r)
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
subroutine left(n, m, r)
  integer n, m, r
  r = 0
  do i = 1, n
    if (i == 3) exit
    if (i == 5) stop 'five'
    r = r + m
  end do
end subroutine
subroutine skipped(n, a, r)
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
subroutine inner_return(n, m, x)
  integer n, m
  real x(8)
  if (n > 2) then
    if (m < 2) return
    x(1) = n
  else if (n == 1) then
    x(2) = 2
  end if
  if (m < 3) stop 'm'
  x(3) = 3
end subroutine
subroutine before_the_exit(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (i == 4) stop 'four'
    x(i) = x(i) + 1
    if (x(i) > 1) exit
  end do
end subroutine
subroutine only_on(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (i == 3) cycle
    if (i == 5) stop 'five'
    x(i) = 0
  end do
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
lprun --verify-fortran "$OUT/stops.f90" --device interp 2>/dev/null
lptranslate "$OUT/stops.f90" --to lpir -o - 2>/dev/null | grep -E "^kernel|require"
