module m
  interface operator(.and.)
    module procedure andi
  end interface
contains
  integer function andi(i, j)
    integer, intent(in) :: i, j
    andi = iand(i, j)
  end function
  subroutine s(k)
    integer k
    k = (k .and. 7) + 1
  end subroutine
end module
