! Indices of forall, do concurrent and implied loops have their declared kinds, by which generics choose.
subroutine f1(n, x)
  implicit none
  integer, intent(in) :: n
  real :: x(n)
  integer(2) :: i
  forall (i = 1:min(3, n)) x(i) = kind(i)
end subroutine
subroutine f2(n, x, k)
  implicit none
  integer, intent(in) :: n
  real :: x(n)
  integer :: k
  integer(2) :: i
  k = 0
  do concurrent (i = 1_2:3_2)
    k = k + kind(i) + bit_size(i)
  end do
end subroutine
subroutine f3(k)
  implicit none
  integer :: k
  integer(1) :: i
  k = sum([(kind(i), i = 1_1, 3_1)]) + sum([(popcnt(i), i = 1_1, 3_1)])
end subroutine
module mg
  interface g
    procedure g2, g4
  end interface
contains
  pure integer function g2(i)
    integer(2), intent(in) :: i
    g2 = 100*i
  end function
  pure integer function g4(i)
    integer(4), intent(in) :: i
    g4 = i
  end function
  subroutine f4(n, x)
    integer, intent(in) :: n
    integer :: x(4)
    integer(2) :: i
    forall (i = 1_2:4_2) x(i) = g(i)
    do concurrent (i = 1_2:2_2)
      x(i) = x(i) + g(i)
    end do
    x = x + [(g(i), i = 1_2, 4_2)]
  end subroutine
end module
