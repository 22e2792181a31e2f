! `use, non_intrinsic` never means a module of the language: this one lies nowhere.
subroutine lacks(x)
  use, non_intrinsic :: iso_c_binding, only: c_double
  real(c_double) x
  x = x/3
end subroutine
