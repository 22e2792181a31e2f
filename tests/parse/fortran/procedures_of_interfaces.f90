module nums
  implicit none
  integer, parameter :: dp = kind(1d0)
  abstract interface
    function fun(x) result(y)
      import :: dp
      real(dp), intent(in) :: x
      real(dp) :: y
    end function
    subroutine step(n, x)
      import :: dp
      integer, intent(in) :: n
      real(dp), intent(inout) :: x(n)
    end subroutine
  end interface
contains
  subroutine each(n, x, g, s)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    procedure(fun) :: g
    procedure(step) :: s
    integer :: i
    do i = 1, n
      x(i) = g(x(i))
    end do
    call s(n, x)
  end subroutine
  subroutine typed(n, x, f)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    procedure(real(dp)) :: f
    x(1) = f(x(1))
  end subroutine
  subroutine described(n, x, f)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    interface
      real(dp) function f(z)
        import :: dp
        real(dp), intent(in) :: z
      end function
    end interface
    x(n) = f(x(n))
  end subroutine
  subroutine caller(n, x)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    call each(n, x, half, more)
    call typed(n, x, half)
    call described(n, x, half)
  end subroutine
  function half(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = x/2
  end function
  subroutine more(n, x)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    x = x + 1
  end subroutine
end module
subroutine points(x)
  real, intent(inout) :: x
  procedure(real), pointer :: g
  g => null()
  x = g(x)
end subroutine
