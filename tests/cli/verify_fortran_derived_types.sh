# Variables of derived types are put together of the kernel's arguments: nested ones, arrays, other lower bounds, of modules.
cat > "$OUT/boxes.f90" <<TEXT
module boxes
  implicit none
  type :: corner
    real(8) :: at(0:2)
    integer :: n
  end type
  type :: box
    type(corner) :: low, others(2:3)
    logical :: is_open
  end type
  type(corner) :: last
contains
  subroutine grow(n, b, by)
    integer, intent(in) :: n
    type(box), intent(inout) :: b(n)
    real(8), intent(in) :: by
    integer :: i, k
    do i = 1, n
      do k = 0, 2
        b(i)%others(3)%at(k) = b(i)%low%at(2 - k)*by
      end do
      if (b(i)%is_open) b(i)%others(2) = b(i)%others(3)
      b(i)%low%n = b(i)%others(2)%n - i
      last = b(i)%low
    end do
  end subroutine
  real(8) function longest(b, c)
    type(box), intent(in) :: b(:)
    type(corner), intent(in) :: c
    integer :: i
    longest = c%at(0)
    do i = 1, size(b)
      longest = max(longest, b(i)%low%at(1), last%at(2))
    end do
  end function
end module
TEXT
lprun --verify-fortran "$OUT/boxes.f90" --device interp --cases 12 2>/dev/null
