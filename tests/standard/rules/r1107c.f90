module m
contains
  subroutine s(n, k)
    integer, value :: n
    integer k
    n = n/2
    block
      real w(n)
      w = 1
      k = size(w) + int(sum(w))
    end block
  end subroutine
end module
