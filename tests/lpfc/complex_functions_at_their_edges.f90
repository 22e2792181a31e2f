! lpfc c openmp: -fno-tree-vectorize
! Functions of complex numbers are those of the C library, also where a part would overflow on the way.
module complex_functions
  implicit none
contains
  subroutine doubles(n, z, r)
    integer, intent(in) :: n
    complex(8), intent(in) :: z(n)
    complex(8), intent(out) :: r(n, 7)
    integer :: i
    do i = 1, n
      r(i, 1) = sqrt(z(i))
      r(i, 2) = log(z(i))
      r(i, 3) = exp(z(i))
      r(i, 4) = sin(z(i))
      r(i, 5) = cos(z(i))
      r(i, 6) = sinh(z(i))
      r(i, 7) = cosh(z(i))
    end do
  end subroutine
  subroutine singles(n, z, r)
    integer, intent(in) :: n
    complex, intent(in) :: z(n)
    complex, intent(out) :: r(n, 7)
    integer :: i
    do i = 1, n
      r(i, 1) = sqrt(z(i))
      r(i, 2) = log(z(i))
      r(i, 3) = exp(z(i))
      r(i, 4) = sin(z(i))
      r(i, 5) = cos(z(i))
      r(i, 6) = sinh(z(i))
      r(i, 7) = cosh(z(i))
    end do
  end subroutine
end module

program complex_functions_at_their_edges
  use complex_functions
  implicit none
  real(8), parameter :: parts(12) = [0d0, -0d0, 1d0, -0.6d0, 0.8d0, 1d-10, 5d-324, 1d-310, -3d0, 715d0, 1d200, -1.2d308]
  complex(8) :: z(144), r(144, 7)
  complex :: w(144), s(144, 7)
  integer :: i, k
  do i = 1, 12
    do k = 1, 12
      z(12*(i - 1) + k) = cmplx(parts(i), parts(k), 8)
      w(12*(i - 1) + k) = cmplx(sign(min(abs(parts(i)), 1d38), parts(i)), sign(min(abs(parts(k)), 3d38), parts(k)))
    end do
  end do
  call doubles(144, z, r)
  call singles(144, w, s)
  do k = 1, 7
    do i = 1, 144
      call show(k, z(i), r(i, k))
      call show(k, cmplx(w(i), kind=8), cmplx(s(i, k), kind=8))
    end do
  end do
contains
  subroutine show(k, z, r)
    integer, intent(in) :: k
    complex(8), intent(in) :: z, r
    real(8) :: part(2)
    integer :: j
    character(24) :: text(2)
    part = [real(r, 8), aimag(r)]
    do j = 1, 2
      ! The sign of what is no number is nobody's promise.
      write (text(j), '(es24.16e3)') part(j)
      if (part(j) /= part(j)) text(j) = 'NaN'
    end do
    print '(i2, 2es12.4e3, 2(1x, a))', k, z, text
  end subroutine
end program
