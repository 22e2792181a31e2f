! A single logical value is a mask; dot_product of complex constants conjugates.
subroutine h3(k)
  implicit none
  integer :: k
  k = sum([1,2,3], .false.)          ! 0 in gfortran, 6 here
end subroutine
subroutine h4(z)
  complex(8) :: z(2)
  complex(8), parameter :: c(2) = [(1d0,2d0),(3d0,4d0)]
  z(1) = dot_product(c, c)           ! 30 in gfortran, -10 + .. here: no conjugate
  z(2) = dot_product([(1d0,2d0)], [(3d0,4d0)])
end subroutine
