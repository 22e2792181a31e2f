subroutine s(x)
  real, target :: x(3)
  type t
    real, pointer :: p
  end type
  type(t) v(3)
  integer i
  forall (i = 1:3) v(i)%p => x(i)
end subroutine

