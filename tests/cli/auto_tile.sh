# Products of a size that is not known, in tiles: results at sizes that fill no tile, and nothing at all.
export LP_SECONDS=200
cat > "$OUT/gemm.f90" <<'SOURCE'
subroutine gemm(m, n, k, alpha, beta, a, b, c)
  integer, intent(in) :: m, n, k
  real, intent(in) :: alpha, beta, a(m, k), b(k, n)
  real, intent(inout) :: c(m, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, m
      c(i, j) = beta*c(i, j)
    end do
    do l = 1, k
      do i = 1, m
        c(i, j) = c(i, j) + alpha*b(l, j)*a(i, l)
      end do
    end do
  end do
end subroutine
SOURCE
echo 'auto_tile()' > "$OUT/tile.txt"
lptranslate "$OUT/gemm.f90" -o "$OUT/gemm.lpir"
lpopt "$OUT/gemm.lpir" --pipeline "$OUT/tile.txt" -o "$OUT/tiled.lpir" --emit-pipeline "$OUT/steps.txt"
cat "$OUT/steps.txt"
for size in "1 1 1" "0 5 3" "5 3 0" "129 3 17" "128 130 32" "200 257 47"; do
    set -- $size
    lprun "$OUT/tiled.lpir" --device opencl --set m="$1" --set n="$2" --set k="$3" --against "$OUT/gemm.lpir" | tail -1
done
# The steps that are written give the same kernel.
lpopt "$OUT/gemm.lpir" --pipeline "$OUT/steps.txt" -o "$OUT/by_steps.lpir" && cmp "$OUT/by_steps.lpir" "$OUT/tiled.lpir"
# Two products, the second of which reads what the first one computes, in numbers of eight bytes; and a sum.
cat > "$OUT/two.f90" <<'SOURCE'
subroutine two(n, m, k, l, a, b, c, t, d)
  integer, intent(in) :: n, m, k, l
  double precision, intent(in) :: a(k, n), b(m, k), c(l, m)
  double precision, intent(inout) :: t(m, n), d(l, n)
  integer :: i, j, p
  double precision :: s
  do i = 1, n
    do j = 1, m
      t(j, i) = 0.0d0
      do p = 1, k
        t(j, i) = t(j, i) + 2.0d0*a(p, i)*b(j, p)
      end do
    end do
  end do
  do i = 1, n
    do j = 1, l
      s = 0.0d0
      do p = 1, m
        s = s + t(p, i)*c(j, p)
      end do
      d(j, i) = 0.5d0*d(j, i) + s
    end do
  end do
end subroutine
SOURCE
lptranslate "$OUT/two.f90" -o "$OUT/two.lpir"
lpopt "$OUT/two.lpir" --pipeline "$OUT/tile.txt" -o "$OUT/tiled.lpir"
for size in "1 1 1 1" "3 0 4 5" "65 130 9 67"; do
    set -- $size
    lprun "$OUT/tiled.lpir" --device opencl --set n="$1" --set m="$2" --set k="$3" --set l="$4" \
        --against "$OUT/two.lpir" | tail -2
done
# A sum as such, and sizes that fill tiles: there is no code for the ends then.
cat > "$OUT/sum.loopy" <<'SOURCE'
kernel sum
args a, b, c : float32[n, n]
args n
{ [i, j, k] : 0 <= i, j, k < n }
c[i, j] = sum(k, a[i, k]*b[k, j])
SOURCE
printf 'assume("n mod 128 = 0 and n >= 128")\nauto_tile()\n' > "$OUT/multiples.txt"
lptranslate "$OUT/sum.loopy" -o "$OUT/sum.lpir"
lpopt "$OUT/sum.lpir" --pipeline "$OUT/multiples.txt" -o "$OUT/tiled.lpir"
lprun "$OUT/tiled.lpir" --device opencl --set n=256 --against "$OUT/sum.lpir" | tail -1
lptranslate "$OUT/tiled.lpir" --to opencl -o "$OUT/tiled.cl"
grep -c 'if (' "$OUT/tiled.cl"
# A triangle of a product of an array with itself: its bounds become conditions, and groups above it do nothing.
cat > "$OUT/syrk.f90" <<'SOURCE'
subroutine syrk(n, m, alpha, beta, a, c)
  integer, intent(in) :: n, m
  real, intent(in) :: alpha, beta, a(n, m)
  real, intent(inout) :: c(n, n)
  integer :: i, j, k
  do i = 1, n
    do j = 1, i
      c(i, j) = beta*c(i, j)
    end do
    do k = 1, m
      do j = 1, i
        c(i, j) = c(i, j) + alpha*a(i, k)*a(j, k)
      end do
    end do
  end do
end subroutine
SOURCE
lptranslate "$OUT/syrk.f90" -o "$OUT/syrk.lpir"
lpopt "$OUT/syrk.lpir" --pipeline "$OUT/tile.txt" -o "$OUT/tiled.lpir" --emit-pipeline "$OUT/steps.txt"
head -6 "$OUT/steps.txt"
lpopt "$OUT/syrk.lpir" --pipeline "$OUT/steps.txt" -o "$OUT/by_steps.lpir" && cmp "$OUT/by_steps.lpir" "$OUT/tiled.lpir"
for size in "1 1" "129 0" "130 17" "270 33"; do
    set -- $size
    lprun "$OUT/tiled.lpir" --device opencl --set n="$1" --set m="$2" --against "$OUT/syrk.lpir" | tail -1
done
# What is no product of two operands.
cat > "$OUT/pairs.loopy" <<'SOURCE'
kernel pairs
args x, f : float32[n]
args n
{ [i, j] : 0 <= i, j < n }
f[i] = sum(j, x[j] - x[i])
SOURCE
lpopt "$OUT/pairs.loopy" --pipeline "$OUT/tile.txt"
