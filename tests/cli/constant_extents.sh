# Loops that would leave arrays of constant extent are refused before anything runs, on every device, and hosts are told.
cd "$OUT"
cat > own.f90 <<'TEXT'
subroutine own(n, m, k, a)
  integer, intent(in) :: n, m, k
  real(8), intent(inout) :: a(64)
  real(8) :: t(0:130), u(8, 9)
  integer :: i, j
  do i = 0, n
    t(i) = i
  end do
  do j = 1, m
    do i = k, 8
      u(i, j) = t(0) + j
    end do
  end do
  do i = 1, min(n, 64)
    a(i) = t(i)
  end do
  do i = 1, 64
    if (a(i) > 1d300) a(i + n) = 0
  end do
end subroutine
TEXT
for device in interp opencl; do
  for sizes in n=130,m=9,k=1 n=-1,m=0,k=-5 n=131,m=9,k=1 n=130,m=10,k=1 n=130,m=9,k=0 n=130,m=10,k=9; do
    echo "$device $sizes"
    lprun own.f90 --device $device --set $sizes 2>&1 | grep '×\|note: the kernel requires'
  done
done
lptranslate own.f90 -o own.cl
grep -A 1 '"condition"' own.launch.json
lptranslate own.f90 --to c | grep required
