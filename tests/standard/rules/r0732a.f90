subroutine s(x)
  real x
  type t(k)
    integer, kind :: k = 4
    real(k) a
  end type
  type(t(8)) p
  p%a = x
  x = p%a
end subroutine
