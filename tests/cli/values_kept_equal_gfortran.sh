# What `associate` names is computed once; parts of complex numbers; whether an array is allocated.
cat > "$OUT/associate.f90" <<TEXT
subroutine element_and_value(a, n, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real(8), intent(inout) :: a(n)
  if (k < 1 .or. k > n) return
  associate (e => a(k), t => 2*k + 1)
    k = 1
    e = e + t
    k = 2
  end associate
end subroutine
subroutine in_a_loop(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    associate (s => a(i)**2, k => i + 1)
      a(i) = 0
      a(i) = s + k
      if (k <= n) a(k) = a(k) + s
    end associate
  end do
end subroutine
subroutine nested(a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8) :: s
  s = 3
  associate (s2 => maxval(a), s_0 => s + 1)
    a = a - s2
    s = 9
    b = b + s_0 + s
    associate (t => s2*s_0 + s)
      s = 1
      a = a*t
      s = t
    end associate
    b = b*s
  end associate
end subroutine
subroutine changed_by_a_function(n, x, z)
  integer n, x, z, k
  k = n
  associate (s => k + 1)
    x = bump(3)
    z = s
  end associate
contains
  integer function bump(j)
    integer j
    k = k + 10
    bump = j + k
  end function
end subroutine
module counters
  integer :: calls = 0
contains
  real(8) function next(x)
    real(8), intent(in) :: x
    calls = calls + 1
    next = x + calls
  end function
  subroutine called_once(x, y)
    real(8), intent(inout) :: x, y
    associate (a => next(x), b => 2*next(y))
      x = a + a + b
      y = b
    end associate
    associate (unused => next(x))
      y = y + 1
    end associate
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/associate.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/parts.f90" <<TEXT
module complex_parts
  implicit none
  type t
    complex(8) :: z
    complex :: w(3)
    real :: re
  end type
contains
  subroutine of_components(p, q, n)
    integer, intent(in) :: n
    type(t), intent(inout) :: p
    type(t), intent(inout) :: q(n)
    integer :: i
    p%z%re = p%z%im*2
    p%w(2)%im = p%re
    p%re = p%re + 1
    do i = 1, n
      q(i)%z%im = q(i)%z%re + q(i)%w(1)%re
      q(i)%w(1)%re = 3
    end do
  end subroutine
  subroutine of_arrays(z, w, n)
    integer, intent(in) :: n
    complex(8), intent(inout) :: z(n)
    complex, intent(inout) :: w
    z%re = 0
    z(:)%im = 2*z(:)%re + 1
    w%re = 1d0/3
    w%im = w%re*w%im
    if (z(1)%im > 0) w%re = real(1, z%kind)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/parts.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/allocated.f90" <<TEXT
subroutine allocated_or_not(x, n, k)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: x(n)
  real(8), allocatable :: a(:), b(:)
  if (.not. allocated(a)) x = x + 1
  if (k > 2) then
    allocate(a(n), source=3d0)
  end if
  if (.not. allocated(a)) then
    x = x*2
  else
    x = x + a
    deallocate(a)
  end if
  if (allocated(a)) x = -1
  if (k > 0) b = x
  if (allocated(b)) then
    if (size(b) > 0) b(1) = 4
    x = x + b
  end if
end subroutine
subroutine allocated_in_a_loop(x, n, k)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: x(n)
  real(8), allocatable :: w(:)
  integer :: i
  do i = 1, k
    if (allocated(w)) then
      w = w + i
    else
      allocate(w(n))
      w = 0
    end if
  end do
  if (allocated(w)) x = x + w
end subroutine
TEXT
lprun --verify-fortran "$OUT/allocated.f90" --device interp 2>/dev/null || echo "exit code $?"
