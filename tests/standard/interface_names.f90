! Keywords mean the names of the interface body, which may differ from those of the source (15.4.3.2). gfortran: in
! `other_names` b is 3 and a is 2 of the source's, x = 32. Refused, but where the names are the same or no keyword is used.
subroutine other_names(x)
  interface
    subroutine t(a, b, x)
      integer a, b
      real x
    end subroutine
  end interface
  real x
  call t(b=2, a=3, x=x)
end subroutine
subroutine by_place(x)
  interface
    subroutine t(a, b, x)
      integer a, b
      real x
    end subroutine
  end interface
  real x
  call t(3, 2, x)
end subroutine
subroutine same_names(x)
  interface
    subroutine t(b, a, x)
      integer b, a
      real x
    end subroutine
  end interface
  real x
  call t(a=2, b=3, x=x)
end subroutine
subroutine t(b, a, x)
  integer a, b
  real x
  x = a + 10*b
end subroutine
module holds
  interface
    pure function f(u, v)
      real, intent(in) :: u, v
      real f
    end function
  end interface
end module
subroutine of_module(x)
  use holds
  real x
  x = f(v=x, u=2.0)
end subroutine
subroutine renamed(x)
  use holds, only: g => f
  real x
  x = g(v=x, u=2.0)
end subroutine
pure real function f(v, u)
  real, intent(in) :: u, v
  f = u - 10*v
end function
module dummies
contains
  subroutine applies(p, x)
    interface
      real function p(u, v)
        real, intent(in) :: u, v
      end function
    end interface
    real x
    x = p(v=x, u=2.0)
  end subroutine
  real function other(v, u)
    real, intent(in) :: u, v
    other = u + 10*v
  end function
  subroutine gives(x)
    real x
    call applies(other, x)
  end subroutine
end module
