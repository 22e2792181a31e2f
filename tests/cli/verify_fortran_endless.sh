# Where the original does not end, few draws are tried.
cat > "$OUT/endless.f90" <<TEXT
subroutine never(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(8)
  do while (n > -1000000000)
    x(1) = x(1) + 1
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/endless.f90" --device interp 2>&1 | head -1
