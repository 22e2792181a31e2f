# Products under conditions, in tiles: of data for each term, and of sizes.
export LP_SECONDS=200
cat > "$OUT/flag.f90" <<'SOURCE'
subroutine flag(m, n, k, alpha, a, b, c)
  integer, intent(in) :: m, n, k
  double precision, intent(in) :: alpha, a(m, k), b(k, n)
  double precision, intent(inout) :: c(m, n)
  integer :: i, j, l
  do j = 1, n
    do l = 1, k
      if (b(l, j) > 0.3d0) then
        do i = 1, m
          c(i, j) = c(i, j) + alpha*b(l, j)*a(i, l)
        end do
      end if
    end do
  end do
end subroutine
SOURCE
lptranslate "$OUT/flag.f90" -o "$OUT/flag.lpir"
lpopt "$OUT/flag.lpir" -p 'auto_tile()' -o "$OUT/tiled.lpir"
grep -o 'if(b[^)]*)' "$OUT/tiled.lpir"
for size in "0 5 3" "129 3 17"; do
    set -- $size
    lprun "$OUT/tiled.lpir" --device opencl --set m="$1" --set n="$2" --set k="$3" --against "$OUT/flag.lpir" | tail -1
done
# Versions for some sizes: those that fill tiles are tiled.
cat > "$OUT/sizes.f90" <<'SOURCE'
subroutine sizes(n, k, a, b, c)
  integer, intent(in) :: n, k
  double precision, intent(in) :: a(n, k), b(k, n)
  double precision, intent(inout) :: c(n, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, n
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine
SOURCE
lptranslate "$OUT/sizes.f90" -o "$OUT/sizes.lpir"
lpopt "$OUT/sizes.lpir" -p 'auto_specialize("k", [3, 40]); auto_tile()' -o "$OUT/tiled.lpir"
grep -c 'temp .*_tile.*_slice :' "$OUT/tiled.lpir"
grep 'iname [ij]_k_[0-9a-z_]* : ' "$OUT/tiled.lpir"
for size in "130 3" "130 40" "129 41"; do
    set -- $size
    lprun "$OUT/tiled.lpir" --device opencl --set n="$1" --set k="$2" --against "$OUT/sizes.lpir" | tail -1
done
# Two sums of one loop belong together.
cat > "$OUT/both.f90" <<'SOURCE'
subroutine both(n, a, b, c)
  integer, intent(in) :: n
  real, intent(in) :: a(n, n), b(n, n)
  real, intent(out) :: c(n, n)
  integer :: i, j, k
  real :: s, t
  do j = 1, n
    do i = 1, n
      s = 0
      t = 0
      do k = 1, n
        s = s + a(i, k)*b(k, j)
        t = t + a(i, k)*a(i, k)
      end do
      c(i, j) = s - t
    end do
  end do
end subroutine
SOURCE
lpopt "$OUT/both.f90" -p 'auto_tile()'
# Sums are found in kernels that no step has changed.
cat > "$OUT/late.f90" <<'SOURCE'
subroutine late(n, m, a, s)
  integer, intent(in) :: n, m
  real, intent(in) :: a(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + a(i)*m
  end do
end subroutine
SOURCE
lpopt "$OUT/late.f90" -p 'auto_specialize("m", [1, 2]); auto_parallel(reductions=True)' || true
lpopt "$OUT/late.f90" -p 'recognize_reductions(); auto_specialize("m", [1, 2]); auto_parallel(reductions=True)' \
    -o "$OUT/shared.lpir"
lprun "$OUT/shared.lpir" --device opencl --set n=3000 --set m=2 --against "$OUT/late.f90" | tail -1
