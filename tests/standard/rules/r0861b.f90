module m
contains
  subroutine s(m, z)
    integer, value :: m
    real z(m)
    m = m - 1
    z = z + 1
  end subroutine
end module
