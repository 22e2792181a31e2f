# Arrays that branches allocate, that `move_alloc` hands on, and what more is asked of arrays: what the kernels
# compute is what gfortran's routines do.
cat > "$OUT/arrays.f90" <<'TEXT'
subroutine branches(n, x, k, m)
  implicit none
  integer, intent(in) :: n, k
  integer, intent(out) :: m(2)
  real(8), intent(inout) :: x(n)
  real(8), allocatable :: a(:), b(:)
  integer :: i
  m = 0
  if (k > 3) then
    allocate (a(n))
    a = x*2
  else if (k > 0) then
    allocate (a(0:n))
    a = 3
    a(0) = 7
  else
    allocate (a(2*n + 1))
    a = 1
  end if
  m = [lbound(a), ubound(a)]
  do i = 1, n
    x(i) = x(i) + a(i)
  end do
  if (k > 5) return
  deallocate (a)
  if (k == 2) then
    allocate (b(n))
    b = 4
  else
    allocate (b(n))
    b = x
  end if
  x = x - b/8
end subroutine
subroutine moved(n, x, m)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: m(3)
  real(8), intent(inout) :: x(n)
  real(8), allocatable :: a(:), b(:), c(:)
  allocate (a(-1:n))
  a = 2
  a(1:n) = x*2
  m(3) = 0
  call move_alloc(a, b)
  m(1:2) = [lbound(b), ubound(b)]
  if (allocated(a)) m(3) = 1
  if (.not. allocated(b)) m(3) = m(3) + 2
  allocate (c(2*n + 2))
  c(:n + 2) = b
  c(n + 3:) = 5
  call move_alloc(from=c, to=b)
  m(1:2) = m(1:2) + 100*[lbound(b), ubound(b)]
  x = b(3:n + 2) + b(n + 3:)
end subroutine
subroutine asked(x, k, p, f, o, l)
  implicit none
  real(8), intent(in) :: x(3, 4)
  integer, intent(in) :: k(5)
  logical, intent(in) :: p(3, 2)
  real(8), intent(in) :: f
  integer, intent(out) :: o(16)
  real(8), intent(out) :: l(3)
  logical :: q(2)
  o(1:2) = maxloc(x)
  o(3:4) = minloc(x, mask=x > f)
  o(5) = maxloc(k, dim=1, back=.true.)
  o(6:7) = maxloc(merge(x, 0d0, x < f), back=.true., kind=8)
  o(8) = rank(x) + 10*rank(k(2:3)) + 100*rank(f)
  o(9) = 0
  if (parity(p)) o(9) = 1
  q = parity(p, 1)
  if (q(2)) o(9) = o(9) + 2
  o(10:13) = minloc(x, 1)
  o(14:14) = minloc(k(1:0))
  o(15) = 3
  o(16) = sum(maxloc(reshape(k, [5, 1])))
  l(1) = atan(f, x(1, 1))
  l(2) = atan(y=x(2, 1), x=f)
  l(3) = atan(f) + atan(1d0, 2d0)
end subroutine
subroutine own(x)
  implicit none
  real, intent(inout) :: x
  call move_alloc(x, 2.0)
contains
  subroutine move_alloc(x, y)
    real, intent(inout) :: x
    real, intent(in) :: y
    x = x + y
  end subroutine
end subroutine
TEXT
lprun --verify-fortran "$OUT/arrays.f90" --device interp 2>/dev/null
