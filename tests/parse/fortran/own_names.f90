! What a name means: own functions called like intrinsic ones, private names, `use` within a procedure, renames, generics.
module plain
  implicit none
  real(8), private, parameter :: eps = 0.25d0
  real(8), parameter :: c = 2
  private :: helper
contains
  real(8) function helper(x)
    real(8), intent(in) :: x
    helper = 2*x
    if (x > 100) helper = 1
  end function
  real(8) function help(x)
    real(8), intent(in) :: x
    help = x + 1
    if (x > 100) help = 3
  end function
end module
module others
  implicit none
  private
  public eps, helper, gamma
  public :: mod, sign, scaled
  real(8), parameter :: eps = 4, scale = 3
  real(8), parameter :: gamma(3) = [1d0, 2d0, 4d0]
  interface mod
    module procedure mymod
  end interface
  interface sign
    module procedure sign_doubled
  end interface
  interface scaled
    module procedure scaled_one, scaled_two, scaled_whole
  end interface
contains
  real(8) function helper(x)
    real(8), intent(in) :: x
    helper = 7*x
    if (x > 100) helper = 2
  end function
  real(8) function mymod(a, b)
    real(8), intent(in) :: a
    integer, intent(in) :: b
    mymod = a*b + 1
  end function
  function sign_doubled(a, b) result(r)
    real(8), intent(in) :: a, b
    real(8) :: r
    r = 2*abs(a)
    if (b < 0) r = -r
  end function
  real(8) function scaled_one(x)
    real(8), intent(in) :: x
    scaled_one = x*scale
  end function
  real(8) function scaled_two(x, y)
    real(8), intent(in) :: x, y
    scaled_two = x*scale + y
  end function
  real(8) function scaled_whole(n, y)
    integer, intent(in) :: n
    real(8), intent(in), optional :: y
    scaled_whole = n*scale
    if (present(y)) scaled_whole = scaled_whole - y
  end function
  real(8) function erf(x)
    real(8), intent(in) :: x
    erf = sign(x, -1d0) + 100
  end function
  subroutine within(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y(2)
    y(1) = erf(x)
    y(2) = gamma(3)*x
  end subroutine
end module
module host
  implicit none
  real(8), parameter :: c = 5
contains
  real(8) function help(x)
    real(8), intent(in) :: x
    help = x*10
    if (x > 100) help = 3
  end function
  subroutine inside_hides(x, y)
    use plain, only: c, help
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*c + help(x)
  end subroutine
  subroutine host_is_seen(x, y)
    use plain, only: d => c
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*c + help(x) + d
  end subroutine
end module
subroutine public_ones(x, y)
  use plain
  use others
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = helper(x) + eps
end subroutine
subroutine generics(x, k, y)
  use others, only: sign, mod, by_scale => scaled
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: k
  real(8), intent(out) :: y(7)
  y(1) = sign(1.5d0, x)
  y(2) = sign(2, k)
  y(3) = mod(x, k)
  y(4) = mod(k, 3)
  y(5) = by_scale(x)
  y(6) = by_scale(y=x, x=2d0)
  y(7) = by_scale(k) + by_scale(k, y=x)
end subroutine
subroutine renamed_away(x, y)
  use plain, only: erf => help
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = erf(x)
end subroutine

! An intrinsic name that is also that of a procedure for a derived type of one component: types choose, not components.
module own_of_types
  implicit none
  type length
    real :: v
  end type
  type width
    real :: v
  end type
  interface abs
    module procedure abs_of_length
  end interface
  interface size_of
    module procedure of_length, of_width, of_real
  end interface
contains
  real function abs_of_length(l)
    type(length), intent(in) :: l
    abs_of_length = l%v*100
  end function
  real function of_length(l, k)
    type(length), intent(in) :: l
    integer, intent(in) :: k
    of_length = l%v + k
  end function
  real function of_width(l, k)
    type(width), intent(in) :: l
    integer, intent(in) :: k
    of_width = l%v - k
  end function
  real function of_real(l, k)
    real, intent(in) :: l
    integer, intent(in) :: k
    of_real = l*k
  end function
  subroutine chosen_by_types(x, k, o)
    real, intent(in) :: x(4)
    integer, intent(in) :: k
    real, intent(out) :: o(7)
    type(length) :: l
    type(width) :: w
    l%v = x(1)
    w%v = x(2)
    o(1) = abs(l)
    o(2) = abs(x(2)) + abs(l%v)
    o(3) = sum(abs(x))
    o(4) = size_of(l, k)
    o(5) = size_of(k=k, l=w)
    o(6) = size_of(l%v, k)
    o(7) = size_of(x(3), k=k)
  end subroutine
end module
