# Functions whose value is an allocatable array: where arguments tell its shape they and their callers are kernels, else
# they are refused.
cat > "$OUT/values.f90" <<'SOURCE'
module values
  implicit none
contains
  function cumsum(x) result(s)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: s(:)
    integer :: i
    allocate (s(size(x)))
    do i = 1, size(x)
      s(i) = sum(x(:i))
    end do
  end function
  pure function diffx(x) result(dx)
    real(8), intent(in) :: x(:, :)
    real(8), allocatable :: dx(:, :)
    integer :: i, n, m
    n = size(x, 1)
    m = size(x, 2)
    allocate (dx(n, m))
    dx = 0
    do i = 2, n - 1
      dx(i, :) = 0.5d0*(x(i + 1, :) - x(i - 1, :))
    end do
  end function
  function shifted(x) result(y)
    real(8), allocatable :: y(:)
    real(8), intent(in) :: x(:)
    y = x + 1
    y = 2*y
    y(1:1) = 7
  end function
  function middle(x) result(y)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: y(:)
    y = x(2:size(x) - 1) - x(:size(x) - 2)
  end function
  function below(n) result(y)
    integer, intent(in) :: n
    integer, allocatable :: y(:)
    integer :: i
    if (allocated(y)) deallocate (y)
    allocate (y(-n:n), source=3)
    y(-n) = 5
    y(n) = y(n) + lbound(y, 1)
  end function
  function named(n)
    integer, intent(in) :: n
    real(8), allocatable :: named(:)
    integer(8) :: wide
    integer(2) :: narrow
    narrow = n
    wide = narrow*2_8
    allocate (named(wide + 1))
    named = wide
  end function
  subroutine time_step(h, k)
    real(8), intent(inout) :: h(:, :)
    integer, intent(in) :: k
    integer :: i
    do i = 1, min(abs(k), 3)
      h = h - 0.01d0*diffx(h)
    end do
  end subroutine
  subroutine uses(x, r, b)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: r(8)
    integer, intent(out) :: b(4)
    real(8), allocatable :: c(:)
    c = cumsum(x)
    r(1) = sum(c)
    r(2) = sum(shifted(x))
    r(3) = sum(middle(x))
    r(4) = size(middle(x))
    c = named(3)
    r(5) = size(c) + c(2)
    r(6) = sum(cumsum(shifted(x)))
    r(7) = lbound(c, 1)
    r(8) = size(c)
    b(1) = sum(below(2))
    b(2) = size(below(1))
    b(3) = lbound(below(1), 1)
    b(4) = ubound(below(3), 1)
  end subroutine
end module
SOURCE
cat > "$OUT/refused.f90" <<'SOURCE'
module refused
  implicit none
contains
  function grows(n) result(y)
    integer, intent(in) :: n
    integer, allocatable :: y(:)
    integer :: i
    y = [integer ::]
    do i = 1, n
      y = [y, i]
    end do
  end function
  function of_data(k) result(y)
    integer, intent(in) :: k(:)
    integer, allocatable :: y(:)
    allocate (y(k(1)))
    y = 1
  end function
  function positive(x) result(y)
    real, intent(in) :: x(:)
    real, allocatable :: y(:)
    y = pack(x, x > 0)
  end function
  function either(x, l) result(y)
    real, intent(in) :: x(:)
    logical, intent(in) :: l
    real, allocatable :: y(:)
    if (l) then
      allocate (y(size(x)))
    else
      allocate (y(1))
    end if
    y = 1
  end function
  function reshaped(x) result(y)
    real, intent(in) :: x(:)
    real, allocatable :: y(:)
    allocate (y(3))
    y = x
  end function
  function of_changed(n) result(y)
    integer, intent(inout) :: n
    real, allocatable :: y(:)
    n = n + 1
    allocate (y(n))
    y = n
  end function
  function of_local(n) result(y)
    integer, intent(in) :: n
    real, allocatable :: y(:)
    integer :: m
    m = n
    if (n < 0) m = 0
    allocate (y(m))
    y = n
  end function
  function skips(n) result(y)
    integer, intent(in) :: n
    real, allocatable :: y(:)
    integer, save :: m = 2
    if (n > 3) goto 10
    m = n
10  allocate (y(m))
    y = n
  end function
end module
SOURCE
lptranslate --check "$OUT/values.f90"
lptranslate --check "$OUT/refused.f90"
for device in interp opencl; do
    lprun --verify-fortran "$OUT/values.f90" --device $device --cases 12 2> /dev/null
done
lprun --verify-fortran "$OUT/refused.f90" --device interp --cases 4
