module m
contains
  subroutine s(n, k)
    integer n, k
    real, allocatable :: w(:)
    if (n > 3) allocate (w(n))
    call t(k, w)
  end subroutine
  subroutine t(k, a)
    integer k
    real, optional :: a(:)
    k = merge(1, 0, present(a))
  end subroutine
end module
