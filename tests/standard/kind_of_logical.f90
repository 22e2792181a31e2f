! The kind of a logical value: gfortran has 4 for the default.
subroutine f(l, k, m)
  integer, parameter :: lk = kind(.true.)
  logical l
  logical(8) m
  integer k(5)
  k(1) = kind(.true.)
  k(2) = kind(k(3) > 1)
  k(3) = kind(l) + 10*kind(m)
  k(4) = kind(l .and. .true.) + 10*kind(m .and. l) + 100*kind(m .or. m) + 1000*kind(.not. m)
  k(5) = lk
end subroutine
subroutine g(n, v)
  integer, parameter :: lk = kind(.true.)
  integer n
  logical(lk) v(n)
  v = .not. v
end subroutine
subroutine h(n, v)
  integer n
  logical(kind(.true.)) v(n)
  v = .not. v
end subroutine
