! Logical values of every kind lie in common blocks as their kinds say.
subroutine put(x)
  implicit none
  logical(1) :: a, b
  logical(8) :: c
  logical :: d
  integer :: k, x
  common /flags/ a, b, c, d, k
  k = x
  b = x > 1
  c = b .or. a
  d = .not. c
end subroutine

subroutine get(x)
  implicit none
  integer(1) :: pad(8)
  integer(8) :: wide
  integer :: last, before, x
  common /flags/ pad, wide, before, last
  x = last
end subroutine

subroutine both(x)
  implicit none
  integer :: x
  call put(x)
  call get(x)
end subroutine
