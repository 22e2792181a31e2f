! The type of a constructor converts, whatever functions of the unit are called.
subroutine u1(x, z, k)
  real(8) :: x(2)
  complex(8) :: z
  integer :: k
  x = [real :: z, 1d0/3]
  x(1) = x(1) + sum([real :: z])
  k = size([integer(8) :: 1, 2])
end subroutine
subroutine u2(x, k)
  real(8) :: x(2)
  integer :: k
  x = [double precision :: k, 2]
end subroutine
subroutine u3(x, k)
  real(8) :: x(2)
  real :: y(2)
  integer :: k
  y = x
  x = [real :: x]
  x = x + [integer :: y]
end subroutine
module ow
contains
  pure real(8) function dble(a)
    real(8), intent(in) :: a
    dble = a*10
  end function
  subroutine u4(x)
    real(8) :: x(2)
    x = [double precision :: x(2), x(1)]
  end subroutine
end module
