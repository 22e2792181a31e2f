! `sep` of the module is in the submodule, and not the global `sep`. gfortran: x + 1.
module m
  interface
    module subroutine sep(x)
      real, intent(inout) :: x
    end subroutine
  end interface
contains
  subroutine s(x)
    real x
    call sep(x)
  end subroutine
end module
subroutine sep(x)
  real x
  x = x*100
end subroutine
submodule (m) child
contains
  module subroutine sep(x)
    real, intent(inout) :: x
    x = x + 1
  end subroutine
end submodule
