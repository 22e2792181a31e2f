! RUN: split_iname("i", 4, outer_tag="g.0", inner_tag="l.0")
! EXPECT: lp::legality::private
! TWIN: select_default
subroutine cases(k, b, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: k(n)
  real(8), intent(out) :: b(n)
  integer :: i
  real(8) :: t
  do i = 1, n
    select case (k(i))
    case (1)
      t = 1
    case (2:5, 9)
      t = 2
    case (:-3)
      t = 5
    end select
    b(i) = t*2
  end do
end subroutine
