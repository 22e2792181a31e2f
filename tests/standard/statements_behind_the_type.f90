! What statements behind a declaration say of a variable counts as well as what stands before.
module behind
  implicit none
  type t
    real(8) :: a = 1.5d0
  end type
contains
  subroutine dimensions_behind(x)
    real(8), intent(inout) :: x
    type(t) :: p
    dimension p(3)
    p(2)%a = x
    x = x + p(2)%a + p(1)%a
  end subroutine
  subroutine dimensions_before(x)
    real(8), intent(inout) :: x
    dimension p(3)
    type(t) :: p
    p(2)%a = x
    x = x + p(2)%a + p(1)%a
  end subroutine
  subroutine saved_behind(x)
    real(8), intent(inout) :: x
    type(t) :: p
    save p
    p%a = p%a*0.5d0 + x
    x = p%a
  end subroutine
  subroutine all_saved_behind(x)
    real(8), intent(inout) :: x
    type(t) :: p
    save
    p%a = p%a*0.5d0 + x
    x = p%a
  end subroutine
  subroutine number_saved_behind(x)
    real(8), intent(inout) :: x
    real(8) :: p = 1.5d0
    save p
    p = p*0.5d0 + x
    x = p
  end subroutine
  subroutine out_behind(p, x)
    type(t) :: p
    real(8), intent(inout) :: x
    intent(out) :: p
    x = x + p%a
    p%a = x
  end subroutine
end module
