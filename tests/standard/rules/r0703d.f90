subroutine s(k)
  integer k
  type(integer(1)) :: i
  type t
    integer k
  end type
  i = 3
  k = kind(i) + i
end subroutine
