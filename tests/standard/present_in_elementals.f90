! Who asks whether an argument is there does not assign it.
module elm
  implicit none
contains
  elemental subroutine opt(a, b, c)
    real, intent(inout) :: a
    real, intent(in), optional :: b, c
    if (present(b)) a = a + b
    if (present(c)) a = a*c
  end subroutine
  subroutine c1(x)
    real, intent(inout) :: x(4)
    call opt(x)
  end subroutine
  subroutine c2(x)
    real, intent(inout) :: x(4)
    call opt(x, c=2.0)
  end subroutine
  subroutine c3(x)
    real, intent(inout) :: x(4)
    call opt(x, b=x(4:1:-1) + 0)
  end subroutine
  subroutine c4(x)
    real, intent(inout) :: x(4)
    call opt(x(1:3), 1.0, [1., 2., 3.])
  end subroutine
  subroutine c5(x, o)
    real, intent(inout) :: x(4)
    real, intent(in), optional :: o(4)
    call opt(x, o)
  end subroutine
  subroutine c6(x, o)
    real, intent(inout) :: x(4)
    real, intent(in), optional :: o
    call opt(x, c=o)
  end subroutine
end module
program p
  use elm
  implicit none
  real :: x(4) = [1., 2., 3., 4.]
  call c5(x); print *, x
  call c5(x, [1., 2., 3., 4.]); print *, x
  call c6(x); print *, x
  call c6(x, 3.0); print *, x
end program
