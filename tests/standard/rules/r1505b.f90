subroutine s(x)
  interface
    subroutine foo(x) bind(c, name='bar_of_c')
      real x
    end subroutine
  end interface
  real x
  call foo(x)
end subroutine
subroutine foo(x)
  real x
  x = x*2
end subroutine
subroutine other(x) bind(c, name='bar_of_c')
  real x
  x = x + 1000
end subroutine
