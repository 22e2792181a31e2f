! Arguments that begin anew, or are copies, are finalized; statements may say so, too.
module ends
  implicit none
  type t
    real(8) :: a = 1
  contains
    final :: over
  end type
contains
  subroutine over(this)
    type(t), intent(inout) :: this
    this%a = 99
  end subroutine
  subroutine out_by_attribute(p)
    type(t), intent(out) :: p
    p%a = p%a + 1
  end subroutine
  subroutine out_by_statement(p)
    type(t) :: p
    intent(out) :: p
    p%a = p%a + 1
  end subroutine
  subroutine copy_by_statement(p, x)
    type(t) :: p
    real(8), intent(inout) :: x
    value :: p
    x = x + p%a
  end subroutine
  subroutine kept(p)
    type(t), intent(inout) :: p
    p%a = p%a + 1
  end subroutine
  subroutine assigned(p, q)
    type(t), intent(inout) :: p
    type(t), intent(in) :: q
    p = q
  end subroutine
end module
