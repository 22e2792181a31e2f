! A counter that a loop moves on first is read by what it calls, as a variable of its host or of a module.
subroutine w1(n, x)
  implicit none
  integer :: n, i
  real(8) :: x(n+1)
  i = 0
  do while (i < n)
    i = i + 1
    call inner
  end do
contains
  subroutine inner
    x(i) = x(i) + i
  end subroutine
end subroutine
module md
  integer :: j = 0
contains
  subroutine step(x)
    real(8) :: x(*)
    x(j) = x(j) + j
  end subroutine
  subroutine w2(n, x)
    integer, intent(in) :: n
    real(8) :: x(n)
    j = 0
    do
      if (j >= n) exit
      j = j + 1
      call step(x)
    end do
  end subroutine
end module
