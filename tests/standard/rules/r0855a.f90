module m
  integer :: three = 3
  protected three
contains
  subroutine s(k)
    integer k
    k = k + three
  end subroutine
end module
