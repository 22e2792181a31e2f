! A generic name of a type means a binding, which a type that extends it overrides (R751): refused there.
module m
  implicit none
  type t
    integer :: c = 0
  contains
    procedure :: m1 => tm
    procedure :: add => tadd
    procedure :: set => tset
    procedure :: put => tput
    generic :: gg => m1
    generic :: gs => set
    generic :: operator(+) => add
    generic :: operator(.pl.) => add
    generic :: assignment(=) => put
  end type
  type, extends(t) :: te
  contains
    procedure :: m1 => tme
    procedure :: add => teadd
    procedure :: set => teset
    procedure :: put => teput
  end type
contains
  integer function tm(self)
    class(t), intent(in) :: self
    tm = 1 + 0*self%c
  end function
  integer function tme(self)
    class(te), intent(in) :: self
    tme = 2 + 0*self%c
  end function
  integer function tadd(self, i)
    class(t), intent(in) :: self
    integer, intent(in) :: i
    tadd = 1 + 0*i + 0*self%c
  end function
  integer function teadd(self, i)
    class(te), intent(in) :: self
    integer, intent(in) :: i
    teadd = 2 + 0*i + 0*self%c
  end function
  subroutine tset(self)
    class(t), intent(inout) :: self
    self%c = 1
  end subroutine
  subroutine teset(self)
    class(te), intent(inout) :: self
    self%c = 2
  end subroutine
  subroutine tput(self, i)
    class(t), intent(inout) :: self
    integer, intent(in) :: i
    self%c = 1 + 0*i
  end subroutine
  subroutine teput(self, i)
    class(te), intent(inout) :: self
    integer, intent(in) :: i
    self%c = 2 + 0*i
  end subroutine
  subroutine named(k)
    integer, intent(out) :: k
    type(te) :: b
    k = b%gg()
  end subroutine
  subroutine called(k)
    integer, intent(out) :: k
    type(te) :: b
    call b%gs
    k = b%c
  end subroutine
  subroutine operated(k)
    integer, intent(out) :: k
    type(te) :: b
    k = b + 3
  end subroutine
  subroutine dotted(k)
    integer, intent(out) :: k
    type(te) :: b
    k = b .pl. 3
  end subroutine
  subroutine given(k)
    integer, intent(out) :: k
    type(te) :: b
    b = 3
    k = b%c
  end subroutine
  subroutine plain(k)
    integer, intent(out) :: k
    type(te) :: b
    k = b%m1()
  end subroutine
end module
