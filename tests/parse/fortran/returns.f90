subroutine in_loops(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (x(i) < 0) return
    if (n > 3) then
      return
    end if
    x(i) = 2
  end do
end

subroutine in_branches(n, x)
  integer n, i
  real x(n)
  if (n > 3) then
    x(1) = 2
    return
  end if
  if (n > 3) then
    return
    x(1) = 2
  end if
  if (n > 3) then
    return
  else
    x(1) = 2
  end if
  if (n > 2) then
    if (n > 3) return
  end if
  return
  x(2) = 3
end
