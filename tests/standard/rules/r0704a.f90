subroutine s(n, v)
  integer, parameter :: lk = kind(.true.)
  integer n
  logical(lk) v(n)
  v = .not. v
end subroutine
