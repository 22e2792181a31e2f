subroutine s(x)
  interface
    subroutine t(a, b, x)
      integer a, b
      real x
    end subroutine
  end interface
  real x
  call t(b=2, a=3, x=x)
end subroutine
subroutine t(b, a, x)
  integer a, b
  real x
  x = a + 10*b
end subroutine
