module m
  real, target, save :: here = 3
  type t
    real, pointer :: p => here
  end type
contains
  subroutine s(x)
    real x
    type(t) q
    x = q%p
  end subroutine
end module
