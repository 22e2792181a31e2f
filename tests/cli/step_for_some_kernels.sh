# A step for all kernels of a file leaves those as they are in which it finds nothing; where it finds nothing anywhere, it is refused.
cat > "$OUT/parts.f90" <<'TEXT'
module parts
contains
  subroutine whole(re, im, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: re(n), im(n)
    integer :: i
    do i = 1, n
      call leaf(re(i), im(i))
    end do
  end subroutine
  pure subroutine leaf(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a*a - b*b
    b = -2*a*b
    a = t
  end subroutine
end module
TEXT
cd "$OUT"
lpopt parts.f90 -p 'auto_parallel(block=32)' -o parallel.lpir --emit-pipeline steps.txt
cat steps.txt
lprun parallel.lpir --device interp --kernel whole --set n=40 --against parts.f90
lpopt parts.f90 -p 'tag_inames("k: g.0")' -o none.lpir
