subroutine s(a, x)
  real a(4), x
  call t(a([4, 1, 1]), x)
contains
  subroutine t(b, x)
    real, intent(in) :: b(:)
    real x
    x = b(1) - b(3) + size(b)
  end subroutine
end subroutine
