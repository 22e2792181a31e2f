! lpfc opencl:
! The halves of one allocation share a page; so do a part that stays on the device and elements behind it.
module halves
  implicit none
contains
  subroutine add(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + b(i)*0.5d0
    end do
  end subroutine
  subroutine scale(n, a, s, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), s
    real(8), intent(in) :: t
    integer :: i
    do i = 1, n
      a(i) = a(i)*t
    end do
    do i = 1, n
      s = s + 1
    end do
  end subroutine
end module

program parts
  use halves
  implicit none
  real(8), allocatable :: x(:)
  integer :: i
  allocate (x(60002))
  x = [(mod(i, 7), i = 1, 60002)]
  call add(30000, x(30001:60000), x(:30000))
  print *, sum(x)
  call add(30000, x(:30000), x(30001:60000))
  x(29990) = 3
  print *, sum(x)
  do i = 1, 3
    call scale(40000, x(:40000), x(40001), x(40002))
    call add(30000, x(30001:60000), x(:30000))
    print *, sum(x), x(40001), x(39999)
  end do
end program
