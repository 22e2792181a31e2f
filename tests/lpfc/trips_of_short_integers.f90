! lpfc c:
! only k1,k2,k3,k4
! Loops have as many iterations as there are numbers, although their type does not hold so many.
module b6m
contains
subroutine k1(a, b, s, r)
  integer(1), intent(in) :: a, b, s
  integer, intent(inout) :: r(300)
  integer(1) :: i
  integer :: c
  c = 0
  do i = a, b, s
    c = c + 1
    r(c) = i
  end do
  r(300) = c
  r(299) = i
end subroutine
subroutine k2(a, b, r)
  integer(1), intent(in) :: a, b
  integer, intent(inout) :: r(300)
  integer(1) :: i
  integer :: c
  c = 0
  do i = a, b, 3
    c = c + 1
    r(c) = i
  end do
  r(300) = c
  r(299) = i
end subroutine
subroutine k3(a, b, s, r)
  integer(2), intent(in) :: a, b, s
  integer, intent(inout) :: r(3)
  integer(2) :: i
  integer :: c
  c = 0
  do i = a, b, s
    c = c + 1
  end do
  r(1) = c
  c = 0
  do i = b, a, -s
    c = c + i
    if (c > 1000000) exit
  end do
  r(2) = c
  r(3) = i
end subroutine
subroutine k4(s, r)
  integer, intent(in) :: s
  integer, intent(inout) :: r(3)
  integer :: i, c
  c = 0
  do i = -2000000000, 2000000000, s
    c = c + 1
  end do
  r(1) = c
  r(2) = i
  c = 0
  do i = -2000000000, 2000000000, 400000000
    c = c + 1
  end do
  r(3) = c
end subroutine
end module
program p
 use b6m
 integer r(300)
 r = 0
 call k1(-100_1, 100_1, 1_1, r); print *, r(300), r(299), sum(r(1:298))
 call k1(100_1, -100_1, -7_1, r); print *, r(300), r(299), sum(r(1:298))
 call k1(-120_1, 120_1, 100_1, r); print *, r(300), r(299), sum(r(1:298))
 call k2(-100_1, 100_1, r); print *, r(300), r(299), sum(r(1:298))
 call k3(-30000_2, 30000_2, 1_2, r); print *, r(1:3)
 call k3(-30000_2, 30000_2, 20000_2, r); print *, r(1:3)
 call k4(1000000000, r); print *, r(1:3)
 call k4(-1, r); print *, r(1:3)
end program
