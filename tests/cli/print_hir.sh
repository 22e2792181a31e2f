# What each rewrite makes of a routine: before and after those that change it.
cat > "$OUT/rewrites.f90" <<'TEXT'
! Optional arguments: a part of an `if` goes.
subroutine present_known(n, x, shift)
  integer :: n, i
  real :: x(n)
  real, optional :: shift
  do i = 1, n
    if (present(shift)) x(i) = x(i) + shift
  end do
end subroutine

! A loop that counts gets its bound; one that counts by a value that changes does not.
subroutine counted(n, x)
  integer :: n, i, j
  real :: x(n)
  i = 1
  do while (i <= n)
    x(i) = 0
    i = i + 2
  end do
  j = 1
  do while (j <= n)
    x(j) = 1
    j = j + j
  end do
end subroutine

! A stop that depends on data writes a number.
subroutine stops(n, x)
  integer :: n, i
  real :: x(n)
  do i = 1, n
    if (x(i) < 0) stop 'negative'
    x(i) = sqrt(x(i))
  end do
end subroutine

! `ix` grows by the same amount in each iteration, `iy` does not.
subroutine induction(n, incx, x, y)
  integer :: n, incx, i, ix, iy
  real :: x(*), y(*)
  ix = 1
  iy = 1
  do i = 1, n
    x(ix) = y(iy)
    ix = ix + incx
    iy = iy + i
  end do
end subroutine

! What `m` holds is known, and a last value that is known but for a little; `t` is another variable in each loop, and nobody reads `info`.
subroutine known(n, extra, x)
  integer :: n, i, m, k, info
  logical :: extra
  real :: x(n), t
  info = 0
  m = n - 1
  do i = 1, m
    t = x(i)
    x(i) = t*t
  end do
  k = 0
  if (extra) k = 1
  do i = 1, n - 1 + k
    t = 2*x(i)
    x(i) = t + 1
    x(n) = x(n) + t
  end do
end subroutine
TEXT
cd "$OUT"
lptranslate --print-hir rewrites.f90
# One that is refused is shown as far as it is read, and refused.
printf "subroutine bad(k)\n integer k\n k = ichar('ab')\n k = y(3)\nend subroutine\n" > refused.f90
lptranslate --print-hir refused.f90 2>&1
