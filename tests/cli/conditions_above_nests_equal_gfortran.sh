# Divisions by constants may be tested for nothing.
cat > "$OUT/tested.f90" <<'TEXT'
subroutine a1(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  call half(n/2, a)
end subroutine
subroutine half(k, y)
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: y(k)
  integer :: i
  if (k <= 0) return
  do i = 1, k
    y(i) = y(i)*2
  end do
end subroutine
subroutine a2(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  if (n/2 <= 0) return
  do i = 1, n/2
    a(i) = a(i)*2
  end do
end subroutine
subroutine a3(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  if (mod(n, 4) > 0) then
    do i = 1, n
      a(i) = a(i)*2
    end do
  end if
end subroutine
subroutine a4(n, a, s)
  implicit none
  integer, intent(in) :: n, s
  real(8), intent(inout) :: a(n)
  integer :: i
  if (n/2 <= 0 .or. s == 0) return
  do i = 1, n/2
    a(i) = a(i)*2
  end do
end subroutine
subroutine a5(n, a, s)
  implicit none
  integer, intent(in) :: n, s
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n/2
    a(i) = a(i)*2
    if (n/2 < 4) return
  end do
end subroutine
subroutine a6(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  call half(n/2, a)
  call half(mod(n, 4), a)
end subroutine
TEXT
lprun --verify-fortran "$OUT/tested.f90" --cases 25
