! `type(real(8)) :: v` (R703) is a declaration, and no type definition. gfortran: s: x = 3.7; t: k = 4 and 7.
module m
  type(real(8)) :: v
  integer :: y = 2
  type t
    real a
  end type
contains
  subroutine s(x)
    real(8) x
    y = 2.7
    x = y + 1
  end subroutine
end module
subroutine u(k)
  integer k
  type(integer(1)) :: i
  type t
    integer k
  end type
  i = 3
  k = kind(i) + i
end subroutine
