subroutine s(n, k)
  integer n, k
  i: if (n > 0) then
    if (n == 1) exit i
    k = k + 1
  end if i
  c: select case (n)
  case (1:5)
    if (n == 2) exit c
    k = k + 8
  end select c
  a: associate (m => k + n)
    if (m > 3) exit a
    k = k + 2
  end associate a
end subroutine
