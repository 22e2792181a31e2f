# An array that is allocated again is another array from there on: by `allocate`, or by an assignment of another shape.
cat > "$OUT/again.f90" <<TEXT
subroutine freed(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, allocatable :: a(:), b(:)
  allocate(a(n), source=x)
  x = a*2
  deallocate(a)
  allocate(a(0:3), b(n))
  a = [1., 2., 3., 4.]
  b = a(0) + x
  deallocate(a, b)
  if (.not. allocated(a)) x = b_of(x)
  a = [x, 5.]
  x = x + sum(a)
contains
  elemental real function b_of(y)
    real, intent(in) :: y
    b_of = y - 1
  end function
end subroutine
subroutine grown(n, m, x, y, s)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(n), y(m)
  real, intent(out) :: s(4)
  real, allocatable :: a(:)
  a = x
  s(1) = size(a)
  a = [a, 1., 2.]
  s(2) = sum(a)
  a = y*2
  s(3) = size(a)
  a = a + 1
  if (m > 0) a(1) = 7
  s(4) = sum(a) + ubound(a, 1)
end subroutine
subroutine in_branches(n, flag, x)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: flag
  real, intent(inout) :: x(n)
  real, allocatable :: w(:)
  if (flag) then
    allocate(w(n))
    w = x
    x = w + 1
    deallocate(w)
  end if
  allocate(w(2*n), source=3.)
  x = x + w(1:n)
end subroutine
TEXT
lptranslate --check "$OUT/again.f90"
lprun --verify-fortran "$OUT/again.f90" --device interp 2> /dev/null
# What is allocated at a place that depends on data, or in each iteration, is refused.
cat > "$OUT/refused.f90" <<TEXT
subroutine either(n, flag, x)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: flag
  real, intent(inout) :: x(n)
  real, allocatable :: a(:)
  if (flag) then
    allocate(a(n))
  end if
  if (.not. flag) allocate(a(2*n))
  x = size(a)
end subroutine
subroutine each(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, allocatable :: a(:)
  integer :: i
  allocate(a(2))
  do i = 1, 3
    a = x(1:n)
  end do
  x = size(a)
end subroutine
subroutine twice(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, allocatable :: a(:)
  allocate(a(n))
  allocate(a(2))
  x = size(a)
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
