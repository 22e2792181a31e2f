module m
  type t
    integer :: a = 1
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
contains
  subroutine set(l, r)
    class(t), intent(inout) :: l
    integer, intent(in) :: r
    l%a = r + 100
  end subroutine
  subroutine s(k)
    integer k
    type(t) p
    p = 3
    k = p%a
  end subroutine
end module
