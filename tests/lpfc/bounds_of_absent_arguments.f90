! lpfc c openmp: --outline
! Elements that tell how often loops run are not read of an argument that is absent.
module halves
  implicit none
contains
  subroutine half(a, n)
    real, intent(inout) :: a(20, 20)
    integer, intent(in), optional :: n(2)
    integer :: i, j
    logical :: has
    has = present(n)
    write (*, *) has
    do j = 1, 20
      if (has) then
        do i = 1, n(1)
          a(i, j) = a(i, j) + 1
        end do
      else
        a(1, j) = 2
      end if
    end do
  end subroutine
  ! Behind calls, with work arrays of the caller.
  subroutine lines(a, w, g)
    real(8), intent(inout) :: a(10, 9, 8), w(10)
    integer, intent(in) :: g(3)
    integer :: i, j, k
    write (*, *) g
    do k = 1, g(3) - 2
      do j = 1, g(2)
        do i = 1, g(1) - 1
          w(i) = a(i, j, k)*i
        end do
        call summed(w, g(1) - 1)
        do i = 1, g(1) - 1
          a(i, j, k) = w(i) + k
        end do
      end do
    end do
  end subroutine
  subroutine summed(w, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: w(*)
    integer :: i
    do i = 2, n
      w(i) = w(i) + w(i - 1)
    end do
  end subroutine
end module

program main
  use halves
  implicit none
  real :: a(20, 20)
  real(8) :: b(10, 9, 8), w(10)
  a = 0
  call half(a)
  print *, sum(a)
  call half(a, [3, 4])
  print *, sum(a)
  b = 1.5d0
  w = 7
  call lines(b, w, [10, 9, 8])
  print *, sum(b), b(3, 4, 5), b(10, 9, 8), w
  call lines(b, w, [1, 0, 2])
  print *, sum(b), w
end program
