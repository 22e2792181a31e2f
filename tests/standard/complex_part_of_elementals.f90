! What an elemental subroutine assigns to parts of complex numbers would be lost: refused (R915).
module m
contains
  elemental subroutine more(y)
    real, intent(inout) :: y
    y = y + 3
  end subroutine
  elemental subroutine swap(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  subroutine one(n, z)
    integer, intent(in) :: n
    complex, intent(inout) :: z(n)
    call more(z%im)
  end subroutine
  subroutine two(n, z)
    integer, intent(in) :: n
    complex, intent(inout) :: z(n)
    call swap(z%re, z(:)%im)
  end subroutine
end module
