module m
  integer :: k = 0
contains
  subroutine s
    call t
    call t()
  end subroutine
  subroutine t()
    k = k + 1
  end
end module
