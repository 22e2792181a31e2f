! lpfc c openmp:
! Of two names of one `associate` block one may be a variable that changes what the other was computed of.
module pairs
  implicit none
contains
  subroutine both(n, x, r)
    integer, intent(in) :: n
    real, intent(inout) :: x(n), r(n)
    integer :: i, k
    do i = 1, n
      associate (p => x(i), v => 2*x(i))
        p = 5
        r(i) = v
      end associate
    end do
    do i = 1, n - 1
      k = i
      associate (j => k, q => x(k))
        j = j + 1
        q = 100 + i
        r(i) = r(i) + x(j)
      end associate
    end do
  end subroutine
  ! What does not fit into a shorter integer is not what it was.
  subroutine bytes(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r(n)
    integer :: i
    integer(1) :: b
    do i = 1, n
      b = int(mod(i*77, 256), 1)
      if (b < 0) then
        r(i) = b + 256
      else
        r(i) = b
      end if
    end do
  end subroutine
  subroutine words(n, h, r)
    integer, intent(in) :: n
    integer(8), intent(in) :: h(n)
    integer, intent(out) :: r(n)
    integer :: i, k
    do i = 1, n
      r(i) = 0
      k = int(mod(h(i), 4294967296_8), 4)
      if (h(i) > 0) then
        if (k < 0) r(i) = 1
      end if
    end do
  end subroutine
end module

program main
  use pairs
  implicit none
  real :: x(9), r(9)
  integer :: codes(12), i
  x = [(real(i), i = 1, 9)]
  call both(9, x, r)
  print *, x, r
  call bytes(12, codes)
  print *, codes
  call words(3, [7_8, 4000000000_8, -1_8], codes)
  print *, codes(:3)
end program
