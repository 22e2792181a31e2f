# Functions of the bits of integers of one and two bytes, with shifts by constants and by variables.
cat > "$OUT/bits.f90" <<'SOURCE'
module bits
  implicit none
contains
SOURCE
for kind in 1 2 4 8; do
    last=$((8 * kind))
    cat >> "$OUT/bits.f90" <<SOURCE
  subroutine moved$kind(n, by, x, y)
    integer, intent(in) :: n, by(n)
    integer($kind), intent(in) :: x(n)
    integer($kind), intent(out) :: y(n, 20)
    integer :: i, s, l
    do i = 1, n
      s = modulo(by(i), $last)
      l = min($last - s, $last - 1)
      y(i, 1) = ishft(x(i), 3)
      y(i, 2) = ishft(x(i), -3)
      y(i, 3) = ishft(x(i), s)
      y(i, 4) = ishft(x(i), -s)
      y(i, 5) = ishft(x(i), $last)
      y(i, 6) = shiftl(x(i), s)
      y(i, 7) = shiftr(x(i), s)
      y(i, 8) = shifta(x(i), s)
      y(i, 9) = shiftr(x(i), 1)
      y(i, 10) = ibset(x(i), s)
      y(i, 11) = ibclr(x(i), s)
      y(i, 12) = ibits(x(i), s, l)
      y(i, 13) = ibits(x(i), 2, 3)
      y(i, 14) = ishftc(x(i), s)
      y(i, 15) = ishftc(x(i), -s)
      y(i, 16) = ishftc(x(i), 2, 5)
      y(i, 17) = dshiftl(x(i), y(i, 1), s)
      y(i, 18) = dshiftr(x(i), y(i, 1), s)
      y(i, 19) = merge_bits(x(i), y(i, 1), y(i, 3))
      y(i, 20) = merge(1, 0, btest(x(i), s)) + merge(2, 0, bge(x(i), y(i, 3))) &
        + merge(4, 0, blt(x(i), y(i, 3))) + merge(8, 0, bgt(y(i, 3), x(i))) + merge(16, 0, ble(y(i, 3), x(i)))
    end do
  end subroutine
SOURCE
done
echo 'end module' >> "$OUT/bits.f90"
lptranslate --check "$OUT/bits.f90"
for device in interp opencl; do
    lprun --verify-fortran "$OUT/bits.f90" --device $device --cases 20 2> /dev/null
done
