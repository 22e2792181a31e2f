subroutine s(x)
  interface
    subroutine t(a, b)
      real a
      integer, optional :: b
    end subroutine
  end interface
  real x
  call t(a=x)
  call t(b=3, a=x)
end subroutine
subroutine t(a, b)
  real a
  integer, optional :: b
  a = a + 1
  if (present(b)) a = a*b
end subroutine
