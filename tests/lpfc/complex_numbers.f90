! lpfc c openmp opencl: --outline
! Complex numbers are those of each language: C99's in C.
module waves
  implicit none
contains
  subroutine rotate(n, z, w, by, m)
    integer, intent(in) :: n
    complex(8), intent(inout) :: z(n)
    complex, intent(in) :: w(n)
    complex(8), intent(in) :: by
    real(8), intent(out) :: m(n)
    integer :: i
    do i = 1, n
      z(i) = z(i)*by - conjg(w(i))/(2, 1) + z(i)**3
      m(i) = real(z(i))*aimag(z(i)) + real(w(i) - 1)
      if (z(i) == by .or. w(i) /= w(1)) m(i) = -m(i)
    end do
  end subroutine
  subroutine butterfly(n, x, y)
    integer, intent(in) :: n
    complex(8), intent(inout) :: x(n), y(n)
    complex(8) :: u, v
    integer :: i
    do i = 1, n
      u = x(i) + y(i)
      v = cmplx(-aimag(x(i) - y(i)), real(x(i) - y(i)), 8)
      x(i) = u
      y(i) = v*(0.25d0, -0.5d0)
    end do
  end subroutine
end module
program complex_numbers
  use waves
  implicit none
  integer, parameter :: n = 12
  complex(8) :: z(n), x(n), total
  complex :: w(n)
  real(8) :: m(n)
  integer :: i
  do i = 1, n
    z(i) = cmplx(i/8d0, -i/4d0, 8)
    w(i) = cmplx(i - 3, 0.5*i)
    x(i) = 0
  end do
  call rotate(n, z, w, (0.5d0, 0.25d0), m)
  print '(6f20.12)', z, m
  call butterfly(n, z, x)
  print '(6f20.12)', z, x
  total = 0
  do i = 1, n
    total = total + z(i)*x(i)
  end do
  print '(2f24.12)', total
end program
