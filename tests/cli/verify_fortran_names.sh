# Dummy arguments may be called what the program around the original calls its own variables.
cat > "$OUT/names.f90" <<TEXT
subroutine scale(v_x, r_v, v_v_n)
  integer, intent(in) :: v_v_n
  real(8), intent(inout) :: v_x(:), r_v(:)
  integer :: i
  do i = 1, v_v_n
    v_x(i) = 2*v_x(i) + r_v(i)
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/names.f90" --device interp --cases 12 2>/dev/null
