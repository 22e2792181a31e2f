module m
  type t
    integer :: a = 5
    real :: b(2) = 2
  end type
contains
  subroutine s(p, k)
    type(t), intent(out) :: p
    integer k
    k = p%a + sum(p%b)
    p%a = 7
  end subroutine
  subroutine c(k)
    integer k
    type(t) p
    p%a = 100
    call s(p, k)
    k = k*100 + p%a
  end subroutine
end module
