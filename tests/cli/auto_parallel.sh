# The steps that `auto_parallel` takes, from a pipeline and from a script, make the same kernel.
cat > "$OUT/smooth.f90" <<'TEXT'
subroutine smooth(n, a, b)
  implicit none
  integer :: n, i, j
  real*8 :: a(n), b(n)
  do i = 2, n
    b(i) = 0.5*(a(i) + a(i - 1))
  end do
  do j = 2, n
    a(j) = b(n + 2 - j)
  end do
end subroutine
TEXT
cd "$OUT"
lptranslate smooth.f90 -o smooth.lpir
lpopt smooth.lpir -p 'auto_parallel(block=32)' -o parallel.lpir --emit-pipeline steps.txt
cat steps.txt
lpopt smooth.lpir --pipeline steps.txt -o again.lpir
cmp parallel.lpir again.lpir && echo same
echo 'smooth = lp.auto_parallel(smooth, block=32)' > tune.star
lpopt smooth.lpir --script tune.star -o scripted.lpir --emit-pipeline scripted.txt
cmp steps.txt scripted.txt && cmp parallel.lpir scripted.lpir && echo same
lprun parallel.lpir --set n=100 --against smooth.lpir | sed 's|^smooth on .*|smooth on a device|'
