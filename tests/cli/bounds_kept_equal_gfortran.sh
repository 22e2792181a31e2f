# An array whose shape an assignment leaves keeps its lower bounds.
cat > "$OUT/kept.f90" <<'TEXT'
subroutine l1(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  integer, intent(out) :: o(2)
  real(8), allocatable :: a(:), b(:)
  allocate (a(5:n + 5))
  a = x
  b = x
  b = a
  o(1) = lbound(b, 1)
  o(2) = ubound(b, 1)
end subroutine
subroutine l2(x, o)
  implicit none
  real(8), intent(in) :: x(0:3)
  real(8), intent(out) :: o(2)
  real(8), allocatable :: b(:)
  real(8) :: c(4)
  c = x*2
  b = x
  b = c
  o(1) = b(1)
  o(2) = lbound(b, 1)
end subroutine
subroutine l3(x, o)
  implicit none
  real(8), intent(in) :: x(0:3)
  real(8), intent(out) :: o(2)
  real(8), allocatable :: b(:)
  allocate (b(-1:2))
  b = x
  o(1) = b(1)
  o(2) = lbound(b, 1)
end subroutine
subroutine l4(x, o)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: o(2)
  real(8), allocatable :: b(:)
  allocate (b(-1:3))
  b = x
  o(1) = b(2)
  o(2) = lbound(b, 1)
end subroutine
subroutine l5(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer, intent(out) :: o(3)
  real(8), allocatable :: b(:)
  allocate (b(0:n - 1))
  b = x
  o(1) = lbound(b, 1)
  b = [x, 1d0]
  o(2) = lbound(b, 1)
  b = b(2:n)
  o(3) = ubound(b, 1)
end subroutine
subroutine l6(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, 2)
  integer, intent(out) :: o(4)
  real(8), allocatable :: b(:, :), c(:, :)
  allocate (b(0:n - 1, -1:0))
  allocate (c(2:n + 1, 3:4))
  c = x
  b = c
  o(1:2) = lbound(b)
  c = b
  o(3:4) = lbound(c)
end subroutine
subroutine s1(n, m, x, y, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(0:n), y(m)
  integer, intent(out) :: o(2)
  real(8), allocatable :: b(:)
  b = y
  b = x
  o(1) = lbound(b, 1)
  o(2) = ubound(b, 1)
end subroutine
subroutine s2(n, m, x, y, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(0:n), y(m)
  integer, intent(out) :: o(2)
  real(8), allocatable :: b(:)
  allocate (b, source=x)
  b = y
  o(1) = lbound(b, 1)
  o(2) = ubound(b, 1)
end subroutine
subroutine s5(n, m, x, y, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(0:n), y(m)
  real(8), intent(out) :: o(2)
  real(8), allocatable :: b(:)
  b = x
  b = y*2
  o(1) = lbound(b, 1)
  o(2) = 0
  if (lbound(b, 1) <= 1 .and. ubound(b, 1) >= 1) o(2) = b(1)
end subroutine
subroutine a1(n, x, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: o(6)
  real(8), allocatable :: a(:), b(:)
  if (n < 4) return
  a = x
  o(1) = a(0)
  b = a
  o(2) = b(0)
  a = a + 1
  o(3) = a(1)
  a(2:) = 0
  o(4) = a(1)
  b = a(1:n)
  o(5) = b(1)
  b = [a]
  o(6) = b(1)
end subroutine
TEXT
lprun --verify-fortran "$OUT/kept.f90" --cases 25
