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
