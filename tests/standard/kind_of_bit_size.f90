! `bit_size` has the kind of its argument. gfortran: 8 and 2.
module m
  interface which
    module procedure short, long
  end interface
contains
  integer function short(i)
    integer, intent(in) :: i
    short = 1
  end function
  integer function long(i)
    integer(8), intent(in) :: i
    long = 2
  end function
  subroutine f(d, k, j)
    integer(8) d
    integer k, j
    k = kind(bit_size(d))
    j = which(bit_size(d))
  end subroutine
end module
