# Sections and arrays without elements have size 0, also where their bounds are further apart, and so for a routine that gets one.
cat > "$OUT/empty.f90" <<TEXT
module lengths
  implicit none
contains
  function diffs(x) result(r)
    real, intent(in) :: x(:)
    real :: r(size(x) - 1)
    r = x(2:) - x(:size(x) - 1)
  end function
  function padded(x, k) result(r)
    real, intent(in) :: x(:)
    integer, intent(in) :: k
    real :: r(size(x) + k)
    r = 0
    r(:size(x)) = x
  end function
  real function mean(x)
    real, intent(in) :: x(:)
    mean = sum(x)/max(size(x), 1) + size(x)
  end function
  subroutine asked(n, x, o)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(out) :: o(14)
    real :: w(n - 3)
    real, allocatable :: a(:)
    integer :: i, c
    allocate(a(n - 2))
    w = 1
    a = 2
    o(1) = size(w) + sum(w)
    o(2) = size(a) + ubound(a, 1) + lbound(a, 1)
    o(3) = maxval(w) + minval(x(4:n))
    o(4) = mean(x(3:n))
    o(5) = mean(w)
    o(6) = 0
    if (n > 0) o(6) = sum(diffs(x))
    o(7) = sum(padded(x(4:n), 2))
    o(8) = size(padded(x(4:n), 2))
    c = 0
    do i = 1, n - 5
      c = c + 1
    end do
    o(9) = i + c*10
    o(10) = count(x(5:n) > 0) + product(x(6:n))
    o(11) = size(x(n:1))
    o(12) = merge(1, 0, all(x(4:n) > 5)) + merge(1, 0, any(x(4:n) > -5))
    o(13) = sum(maxloc(x(4:n)))
    o(14) = size(spread(x, 2, 3), 1) + dot_product(x(4:n), x(4:n))
  end subroutine
end module
subroutine sizes(n, k, x, o)
  implicit none
  integer, intent(in) :: n, k
  real, intent(in) :: x(n)
  integer, intent(out) :: o(8)
  o = 0
  o(1) = size(x(2:n))
  o(2) = size(x(3:n))
  o(3) = size(x(n:1:-2))
  o(4) = count(x(3:n) > 0)
  o(5) = size(x(5:n:3)) + ubound(x(4:n), 1)
  o(7) = sum(shape(x(4:n)))
end subroutine
subroutine from_variable(n, k, x, o)
  implicit none
  integer, intent(in) :: n, k
  real, intent(in) :: x(n)
  integer, intent(out) :: o(8)
  integer :: m
  m = k
  if (k < 1) return
  o(1) = size(x(m:n))
  o(2) = size(x(m + 2:n))
  associate (y => x(m:n))
    o(3) = size(y)
    o(4) = ubound(y, 1)
  end associate
end subroutine
module sections
  implicit none
contains
  subroutine given(n, k, x, o)
    integer, intent(in) :: n, k
    real, intent(in) :: x(n)
    integer, intent(out) :: o(2)
    call of_section(x(4:n), o(1))
    call of_section(x(k:k-3), o(1))
    call of_section(x(n:5:-2), o(2))
  end subroutine
  subroutine of_section(a, o)
    real, intent(in) :: a(:)
    integer, intent(out) :: o
    real :: w(size(a) + 1)
    integer :: i
    w = 1
    o = size(a) + 10*int(sum(w))
    do i = 1, size(a)
      o = o + 100
    end do
    do i = size(a) + 1, 1, -1
      o = o + 1000
    end do
    do i = 0, size(a)
      o = o + 10000
    end do
  end subroutine
  ! Bounds of explicit shape may be further apart too.
  subroutine counted(m, k, x, o)
    integer, intent(in) :: m, k
    real, intent(inout) :: x(9)
    integer, intent(out) :: o(6)
    o = 0
    call of_length(m - k, x, o)
    if (m < 3 .and. k > 8) x(4:m) = x(k:6)
    o(6) = int(sum(longer(x, m - 4)) + maxval(longer(x, m - k)))
    if (k < 9) o(6) = o(6) + size(longer(x, k))
  end subroutine
  subroutine of_length(m, x, o)
    integer, intent(in) :: m
    real, intent(inout) :: x(m)
    integer, intent(inout) :: o(6)
    real :: w(m), u(m:2)
    integer :: i
    w = 1
    u = 2
    o(1) = size(x) + 10*ubound(x, 1) + int(sum(w))
    o(2) = size(w) + 10*lbound(u, 1) + 100*ubound(u, 1)
    do i = -1, size(w)
      o(3) = o(3) + i
    end do
    o(4) = i
    do i = size(x), 0, -1
      o(5) = o(5) + 1
    end do
    if (size(x) == 0) o(5) = -o(5)
    if (m > 0) x(size(x)) = i + w(size(w))
  end subroutine
  function longer(x, m) result(r)
    integer, intent(in) :: m
    real, intent(in) :: x(m)
    real :: r(size(x) + 1)
    r = 1
    if (m < 9) r(1:size(x)) = x
  end function
end module
TEXT
lprun --verify-fortran "$OUT/empty.f90" --cases 20 2>/dev/null
