# Variables of each iteration's own in `do concurrent` compute what variables of other names do. gfortran 12 does not read them.
cat > "$OUT/own.f90" <<TEXT
subroutine local_one(x, y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do concurrent (i = 1:n) local(t) shared(x, y)
    t = x(i)*y(i)
    y(i) = t + 1
  end do
end subroutine
subroutine keeps(x, y, n, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), t
  integer :: i
  t = t + 1
  do concurrent (i = 1:n) default(none) local_init(t) shared(x, y)
    t = t + x(i)
    y(i) = t
  end do
  y(1) = t
end subroutine
subroutine sums(x, s, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  real(8) :: t
  integer :: i
  t = 2
  do concurrent (i = 1:n, x(i) > 0) local(t) reduce(+:s)
    t = x(i)
    s = s + t
  end do
  s = s*t
end subroutine
TEXT
cat > "$OUT/plain.f90" <<TEXT
subroutine local_one(x, y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(i)*y(i) + 1
  end do
end subroutine
subroutine keeps(x, y, n, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), t
  integer :: i
  t = t + 1
  do i = 1, n
    y(i) = t + x(i)
  end do
  y(1) = t
end subroutine
subroutine sums(x, s, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    if (x(i) > 0) s = s + x(i)
  end do
  s = s*2
end subroutine
TEXT
for kernel in local_one keeps sums; do
    lprun "$OUT/own.f90" --kernel $kernel --device interp --set n=9 --against "$OUT/plain.f90"
done
cat > "$OUT/refused.f90" <<TEXT
subroutine arrays(y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  real(8) :: t(2)
  integer :: i
  do concurrent (i = 1:n) local(t)
    t = y(i)
    y(i) = t(1) + t(2)
  end do
end subroutine
subroutine unknown(y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  integer :: i
  do concurrent (i = 1:n) mine(t)
    y(i) = 0
  end do
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
