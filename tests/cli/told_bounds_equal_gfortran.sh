# Bounds of work arrays that a local integer tells, which is computed once of what the caller gives; others are refused.
cat > "$OUT/told.f90" <<'SOURCE'
module told
  implicit none
contains
  subroutine work(b, x)
    real(8), intent(in) :: b(:)
    real(8), intent(out) :: x(size(b))
    real(8), allocatable :: c(:)
    integer :: n
    n = size(b)
    allocate (c(n))
    c = b
    x = 2*c
  end subroutine
  subroutine in_a_block(x)
    real(8), intent(inout) :: x(:)
    integer :: n
    n = size(x)
    block
      real(8) :: w(n)
      w = x
      x = w(n:1:-1)
    end block
  end subroutine
  subroutine twice(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8) :: w(n)
    integer :: i
    do i = 1, n
      w(i) = x(n + 1 - i)
    end do
    x = x + w
  end subroutine
  subroutine calls(x)
    real(8), intent(inout) :: x(:)
    integer :: n
    n = size(x)
    call twice(n, x)
  end subroutine
  subroutine computed(n0, m0, x)
    integer, intent(in) :: n0, m0
    real(8), intent(inout) :: x(n0)
    real(8), allocatable :: w(:, :)
    integer :: n, m, i
    n = 3*n0
    m = max(n, m0)
    allocate (w(0:n, m + 1))
    w = 1
    do i = 1, n0
      w(i, m + 1) = x(i)
    end do
    do i = 1, n0
      x(i) = sum(w(i, :)) + w(0, 1) + size(w)
    end do
  end subroutine
  subroutine changed(n0, x)
    integer, intent(in) :: n0
    real(8), intent(inout) :: x(:)
    real(8), allocatable :: w(:)
    integer :: n
    n = n0
    if (n < 0) n = 0
    allocate (w(n))
    w = 1
    x = x + sum(w)
  end subroutine
  subroutine of_changed(n0, x)
    integer, intent(inout) :: n0
    real(8), intent(inout) :: x(:)
    real(8), allocatable :: w(:)
    integer :: n
    n0 = n0 + 1
    n = n0
    allocate (w(n))
    w = 1
    x = x + sum(w)
  end subroutine
  subroutine of_data(k, x)
    integer, intent(in) :: k(:)
    real(8), intent(inout) :: x(:)
    real(8), allocatable :: w(:)
    integer :: n
    n = k(1)
    allocate (w(n))
    w = 1
    x = x + sum(w)
  end subroutine
  subroutine kept(x)
    real(8), intent(inout) :: x(:)
    real(8), allocatable :: w(:)
    integer, save :: n = 3
    allocate (w(n))
    n = size(x)
    w = 1
    x = x + sum(w)
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/told.f90"
for device in interp opencl; do
    lprun --verify-fortran "$OUT/told.f90" --device $device --cases 12 2> /dev/null
done
