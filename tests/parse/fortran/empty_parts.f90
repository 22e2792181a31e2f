! Loops and branches without statements, and a subroutine without any.
subroutine nothing
end

subroutine empty_parts(n, x)
  integer n, i
  real x(n)
  do i = 1, n
  end do
  if (n > 3) then
  else
    continue
  end if
  do i = 1, 0
    x(i) = 1
  end do
end
