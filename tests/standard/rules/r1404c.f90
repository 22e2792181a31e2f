module m
  real zz
  allocatable :: zz(:)
contains
  subroutine s(y)
    real y
    zz = y
  end subroutine
end module
