! Internal procedures read the loop variable of their host, behind loops and left ones.
subroutine top(n, x)
  implicit none
  integer :: n
  real(8) :: x(n+1)
  call mid(n, x)
end subroutine
subroutine mid(n, x)
  implicit none
  integer :: n, i
  real(8) :: x(n+1)
  i = 5
  call inner
  do i = 1, n
    x(i) = x(i) + i
    if (x(i) > 3) exit
  end do
  i = i + 7
  call inner
contains
  subroutine inner
    x(1) = x(1) + i
  end subroutine
end subroutine
subroutine top3(n, x)
  implicit none
  integer :: n
  real(8) :: x(n+1)
  call mid3(n, x)
end subroutine
subroutine mid3(n, x)
  implicit none
  integer :: n, i
  real(8) :: x(n+1)
  do i = 1, n
    x(i) = x(i) + i
    if (x(i) > 3) exit
  end do
  call inner3
  x(2) = i
contains
  subroutine inner3
    x(1) = x(1) + i
  end subroutine
end subroutine
