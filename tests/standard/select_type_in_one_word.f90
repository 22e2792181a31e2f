! `selecttype` is `select type`: what follows it is read as ever.
module sta
  implicit none
  type t
    integer :: a = 1
  end type
contains
  subroutine first(o, k)
    class(t), intent(in) :: o
    integer, intent(out) :: k
    k = 0
    selecttype (o)
    type is (t)
      k = 1
    endselect
  end subroutine
  subroutine second(x)
    integer, intent(inout) :: x
    x = x + 1
  end subroutine
end module
module stb
  implicit none
  integer, parameter :: zz = 4
  type u
    integer :: q = 7
  end type
end module
subroutine fourth(x)
  use stb, only: zz
  implicit none
  integer, intent(inout) :: x
  x = x/zz
end subroutine
