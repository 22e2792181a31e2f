module m
contains
  function f(n) result(r)
    integer n
    integer, allocatable :: r(:)
    allocate (r(n))
    r = n
  end function
  subroutine s(k)
    integer k
    k = sum(f(3))
  end subroutine
end module
