module m
contains
  non_recursive subroutine t(k)
    integer k
    k = k + 1
  end subroutine
end module
