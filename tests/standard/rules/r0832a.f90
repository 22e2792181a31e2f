module m
  integer three
  bind(c) :: three
contains
  subroutine s(k)
    integer k
    k = k + three
  end subroutine
end module
