! What of derived types is refused, each with its reason.
module types
  implicit none
  type :: node
    real :: x
    integer, allocatable :: list(:)
    type(node), pointer :: next
    character(4) :: name
  contains
    procedure :: update
  end type
  type, extends(node) :: leaf
    real :: y
  end type
  type :: flat
    real :: a
  end type
  type :: other
    real :: a
  end type
  interface area
    module procedure area_flat, area_other
  end interface
contains
  real function area_flat(f)
    type(flat) :: f
    area_flat = f%b
  end function
  real function area_other(o)
    type(other) :: o
    area_other = 2*o%b
  end function
  subroutine lists(p)
    type(node) :: p
    p%list(1) = 2
    p%next%x = 1
    p%x = p%y
    call p%update()
  end subroutine
  subroutine inherited(q)
    type(leaf) :: q
    q%y = 1
    q%next%x = 1
  end subroutine
  subroutine ambiguous(f, x)
    type(flat) :: f
    real :: x
    x = area(f)
  end subroutine
  subroutine misused(f, g, n, x)
    type(flat) :: f, g(3)
    integer :: n
    type(missing) :: m
    real :: x
    x = f + 1
    g(1, 2)%a = 1
    f%a(2) = 1
    f = g
    n%a = 1
    f = other(1.0)
  end subroutine
  subroutine shared(x)
    type(flat) :: f
    common /block/ f
    real :: x
    x = f%a
  end subroutine
  subroutine moving(f, i)
    type(flat) :: f(10)
    integer :: i
    associate (here => f(i)%a)
      i = i + 1
      here = 1
    end associate
    associate (some => f(2:3))
      some(1)%a = 2
    end associate
    associate (sum => i + 1)
      sum = 2
    end associate
  end subroutine
  subroutine whole(p, q)
    type(node) :: p, q
    p = q
  end subroutine
end module

subroutine unended(x)
  real x
  type t
    real a
