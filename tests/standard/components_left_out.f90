! What a kernel leaves of a derived type: components that are not understood, or are none of a kernel.
! `copied` copies the text, `reset` and `reset_text` give it its first value, `copied_pointer` copies one.
module m
  type t1
    real :: x = 1
    character(kind=1, len=3) :: s = 'abc'
  end type
  type t2
    real :: x = 1
    character(3) :: s = 'abc'
  end type
  type t3
    real :: x = 1
    procedure(real), pointer, nopass :: f => null()
    class(*), allocatable :: c
  end type
contains
  subroutine copied(p, q)
    type(t1) p, q
    p = q
  end subroutine
  subroutine reset(p)
    type(t1), intent(out) :: p
    p%x = 2
  end subroutine
  subroutine reset_text(p)
    type(t2), intent(out) :: p
    p%x = 2
  end subroutine
  subroutine copied_pointer(p, q)
    type(t3) p, q
    p = q
  end subroutine
end module
