# Arrays that callers and modules allocate keep their bounds, which are arguments of the kernel.
cat > "$OUT/a.f90" <<SOURCE
module grid
  implicit none
  real(8), allocatable :: field(:, :)
contains
  subroutine smooth(n)
    integer, intent(in) :: n
    integer :: i
    do i = lbound(field, 1) + 1, min(n, ubound(field, 1) - 1)
      field(i, lbound(field, 2)) = 0.5d0*(field(i - 1, ubound(field, 2)) + field(i + 1, lbound(field, 2)))
    end do
  end subroutine
  subroutine shift(x, y)
    real(8), allocatable, intent(inout) :: x(:)
    real(8), allocatable, intent(in) :: y(:)
    integer :: i
    do i = max(lbound(x, 1), lbound(y, 1)), min(ubound(x, 1), ubound(y, 1))
      x(i) = x(i) + i*y(i)
    end do
  end subroutine
  subroutine both(n, z)
    integer, intent(in) :: n
    real(8), intent(inout) :: z(:)
    real(8), allocatable :: x(:), y(:)
    integer :: i
    allocate(x(0:n), y(2:n + 2))
    do i = 0, n
      x(i) = i
      y(i + 2) = 2*i
    end do
    call shift(x, y)
    z(:min(size(z), n)) = x(1:min(size(z), n))
  end subroutine
  subroutine twice(n)
    integer, intent(in) :: n
    call smooth(n)
    call smooth(n)
  end subroutine
  subroutine make(n)
    integer, intent(in) :: n
    allocate(field(n, n))
  end subroutine
  subroutine free(x)
    real(8), allocatable :: x(:)
    deallocate(x)
  end subroutine
end module
subroutine alone(x)
  real(8), allocatable :: x(:)
  x(lbound(x, 1)) = size(x)
end subroutine
SOURCE
lptranslate --check "$OUT/a.f90"
lprun --verify-fortran "$OUT/a.f90" --device interp 2> /dev/null
lptranslate "$OUT/a.f90" 2> /dev/null
