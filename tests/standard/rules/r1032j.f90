module m
  type in
    integer :: a = 1
  contains
    procedure, private :: set
    generic :: assignment(=) => set
  end type
  type out
    type(in) :: i
  end type
contains
  subroutine set(l, r)
    class(in), intent(inout) :: l
    type(in), intent(in) :: r
    l%a = r%a + 100
  end subroutine
  subroutine s(k)
    integer k
    type(out) p, q
    p%i%a = 7
    q = p
    k = q%i%a
  end subroutine
end module
