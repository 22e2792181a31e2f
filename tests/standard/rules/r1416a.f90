module m
  interface
    module subroutine s(x)
      real, intent(inout) :: x
    end subroutine
  end interface
end module
submodule (m) sub
contains
  module procedure s
    x = x + 1
  end procedure
end submodule
