module m
contains
  subroutine s(a, b, c)
    real a
    real, optional :: b
    integer c
    optional c
    if (present(b)) a = a + b
    if (present(c)) c = 5
  end subroutine
  subroutine t(a, k)
    real a
    integer k
    call s(a)
    call s(a, c=k)
    call u(a)
    call u(a, a*2)
  end subroutine
  subroutine u(a, b)
    real a
    real, optional :: b
    call s(a, b)
  end subroutine
end module
