module physics
  implicit none
  real, parameter :: g = 9.81
contains
  subroutine fall(n, v)
    integer n, i
    real v(n)
    do i = 1, n
      v(i) = v(i)*2
    end do
  end subroutine
end module

real function square(x)
  real x
  square = x*x
end function

program main
  print *, 'hello'
end program

subroutine outer(n)
  integer n
contains
  subroutine inner
  end subroutine
end subroutine
