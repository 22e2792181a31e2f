! Statements of a module that the front end does not understand count for names that are declared besides.
! `zz` is an array, `pp` a pointer that may point to `tt`.
module m
  real pp, tt, zz
  pointer pp
  target :: tt
  allocatable :: zz(:)
contains
  subroutine array(y)
    real y
    zz = y
    y = y + size([zz])
  end subroutine
  subroutine whole(y)
    real y
    zz = y
  end subroutine
  subroutine points(y)
    real y
    pp = y + 1
    y = tt
  end subroutine
  subroutine associate_them
    pp => tt
  end subroutine
end module
