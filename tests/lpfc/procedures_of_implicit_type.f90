! lpfc c: --outline
! Without `implicit none` only the whole unit tells whose a name within a procedure is.
subroutine s(x, n)
  dimension x(n)
  a = 2
  do i = 1, n
    call add(x(i))
  end do
  b = a
  print *, a, b
  do i = 1, n
    call add_own(x(i))
  end do
  print *, a, b
contains
  subroutine add(v)
    v = v + a
    a = a + 1
  end subroutine
  subroutine add_own(v)
    d = 3
    v = v + d
  end subroutine
end subroutine
program p
  real :: y(5) = 1
  call s(y, 5)
  print *, y
end program
