subroutine s(x)
  real x
  type in
    integer :: k = 4
    real :: w(2) = [1, 2]
  end type
  type(in) a(2)
  a = [in(1), in(w=[x, x])]
  x = a(2)%w(2) + a(1)%k
end subroutine

