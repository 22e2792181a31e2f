# How the loops of each nest run, why not more of them are parallel, and what each nest moves.
cat > "$OUT/k.f90" <<'K'
subroutine nests(n, m, k, u, v, h, s, err)
  integer, intent(in) :: n, m, k(n)
  real(8), intent(in) :: u(n, n)
  real(8), intent(inout) :: v(n, n), h(m)
  real(8), intent(out) :: s, err
  integer :: i, j
  do j = 2, n - 1
    do i = 2, n - 1
      v(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
    end do
  end do
  do j = 1, n
    do i = 2, n
      v(i, j) = v(i - 1, j) + v(i, j)
    end do
  end do
  do i = 1, n
    h(k(i)) = h(k(i)) + 1
  end do
  s = 0
  err = 0
  do j = 1, n
    s = s + u(j, j)
    err = max(err, abs(u(j, 1)))
  end do
  do i = 1, 5
    h(i) = 0
  end do
end subroutine
subroutine none(n)
  integer, intent(inout) :: n
  n = n + 1
end subroutine
K
lpopt "$OUT/k.f90" -p 'auto_parallel(kernel="nests")' --explain 2> /dev/null
lpopt "$OUT/k.f90" -p 'auto_parallel(kernel="nests")' --explain --size n=1000 --size m=64 2> /dev/null
lpopt "$OUT/k.f90" --explain 2> /dev/null
cat > "$OUT/device.json" <<'K'
{ "device": "a card", "bytes_per_second": 2e12, "operations_per_second": { "float64": 3.0e13 } }
K
cat > "$OUT/tiles.loopy" <<'K'
args a, b : float64[n, n]
{ [i, j] : 0 <= i, j < n }
b[j, i] = 2*a[i, j]
K
tiles='split_iname("i", 16, outer_tag="g.1", inner_tag="l.1"); split_iname("j", 16, outer_tag="g.0", inner_tag="l.0")'
lpopt "$OUT/tiles.loopy" -p "$tiles; "'tag_inames({"i_inner": "unr"}, force=True)' --explain --size n=1024 --device-description "$OUT/device.json"
lpopt "$OUT/tiles.loopy" -p "$tiles" --explain=json --size n=1024 --device-description "$OUT/device.json"
for wrong in '--explain --stats' '--explain --size n=x' '--explain --size q=1' '--explain=yaml'; do
    lpopt "$OUT/tiles.loopy" $wrong || true
done
