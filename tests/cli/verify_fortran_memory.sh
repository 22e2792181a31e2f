# Variables of modules and common blocks are set and compared; where the original would stop nothing is.
cat > "$OUT/memory.f90" <<TEXT
module state
  implicit none
  integer :: length = 4
  real(8) :: scale = 2, table(8)
contains
  subroutine apply(x)
    real(8) x(8)
    integer i
    do i = 1, min(length, 8)
      x(i) = x(i)*scale + table(i)
    end do
    scale = scale + 1
  end subroutine
end module
subroutine step(k, y)
  integer k, n, i
  real(8) h, x, y(10)
  logical flag
  common /grid/ n, h, x(10)
  common // flag
  do i = 1, min(n, 10)
    y(i) = y(i) + h*x(i)
  end do
  call advance(k)
  if (flag) n = 2**k + 2**(-k)
end subroutine
subroutine advance(k)
  integer k, m, j
  real(8) width, place(10)
  common /grid/ m, width, place
  do j = 1, 10
    place(j) = place(j) + k*width
  end do
  width = width/2
end subroutine
subroutine roots(n, x)
  integer n, i
  real(8) x(n)
  do i = 1, n
    if (x(i) < -0.9d0) stop 'negative'
    x(i) = sqrt(abs(x(i)))
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/memory.f90" --device interp --cases 12 2>/dev/null
