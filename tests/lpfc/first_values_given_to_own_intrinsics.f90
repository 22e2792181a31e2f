! lpfc c:
! A function of the program that is called like an intrinsic one may assign what it is given, and `stat=` an
! element: neither is a constant.
module m_a1
  implicit none
  interface abs
    procedure abs2
  end interface
contains
  function abs2(k, l) result(r)
    integer, intent(inout) :: k
    integer, intent(in) :: l
    integer :: r
    k = k + l; r = k
  end function
end module
program a1
  use m_a1
  implicit none
  integer :: n2 = 10, n3(2) = [10, 20], i
  real :: x(40)
  real, allocatable :: w(:)
  x = 0
  i = abs(n2, 3)
  allocate (w(4))
  allocate (w(4), stat=n3(2))
  call r1
  print *, x(1:3)
  call r2
  print *, x(1:2)
contains
  subroutine r1
    integer :: j
    do j = 1, 20
      x(j) = n2
    end do
  end subroutine
  subroutine r2
    integer :: j
    do j = 1, 20
      x(j) = n3(2)
    end do
  end subroutine
end program
