module m
  integer, bind(c) :: three = 3
contains
  subroutine s(k)
    integer k
    k = k + three
  end subroutine
end module
