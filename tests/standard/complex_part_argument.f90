! Parts of a complex array are variables: what a called routine assigns to them stays (R915).
module m
contains
  subroutine shape_(x)
    real x(:)
    x = 5
  end subroutine
  subroutine explicit(n, x)
    integer n
    real x(n)
    x = 5
  end subroutine
  subroutine a(z)
    complex z(3)
    call shape_(z%re)
  end subroutine
  subroutine b(z)
    complex z(3)
    call shape_(z(1:2)%im)
  end subroutine
  subroutine c(z)
    complex z(3)
    call explicit(3, z%im)
  end subroutine
  subroutine d(z)
    complex z(3)
    z(:)%im = 3
    z(2:3)%re = z(1:2)%im
  end subroutine
end module
