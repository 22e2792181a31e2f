! Names in first values of components mean what they mean where the type is defined.
module mt
  implicit none
  type t4
    real(8) :: d = sqrt(4d0)
  end type
end module
subroutine g4(x)
  use mt, only: t4
  real(8) :: x, sqrt, y
  type(t4) :: v
  sqrt(y) = y + 1
  x = v%d + sqrt(x)
end subroutine
