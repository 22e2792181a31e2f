! lpfc c openmp: -fopenmp
! only peak,even,scale_all
! Sums of real numbers that threads share stay as they are, also in what is called; comments mean nothing.
module m
  implicit none
contains
  subroutine mass(n, a, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    !$omp parallel do reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
    !$omp end parallel do
  end subroutine
  subroutine peak(n, a, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    !$omp parallel do reduction(max:s)
    do i = 1, n
      s = max(s, a(i))
    end do
    !$omp end parallel do
  end subroutine
  subroutine even(n, a, k)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(out) :: k
    integer :: i
    k = 0
    !$omp parallel do reduction(+:k)
    do i = 1, n
      if (mod(int(a(i)*1000), 2) == 0) k = k + 1
    end do
    !$omp end parallel do
  end subroutine
  ! What mass adds up is scaled by its inverse.
  subroutine normalise(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8) :: s
    integer :: i
    call mass(n, a, s)
    do i = 1, n
      a(i) = a(i)/s
    end do
  end subroutine
  subroutine product_by_lanes(n, a, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer :: i
    s = 1
    !$omp simd reduction(*:s)
    do i = 1, n
      s = s*(1 + a(i)/n)
    end do
  end subroutine
  subroutine scale_all(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    ! The mass doubles, and nobody calls normalise here.
    do i = 1, n
      a(i) = 2*a(i)
    end do
  end subroutine
end module
program main
  use m
  implicit none
  integer, parameter :: n = 100000
  real(8) :: a(n), s
  integer :: i, k
  do i = 1, n
    a(i) = 1d0/i
  end do
  call mass(n, a, s)
  print *, s
  call peak(n, a, s)
  call even(n, a, k)
  print *, s, k
  call scale_all(n, a)
  call product_by_lanes(n, a, s)
  print *, s
  call normalise(n, a)
  print *, a(1), a(n)
end program
