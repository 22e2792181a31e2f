do i = 1, n
  if (a(i) > 0) then
    out(i) = 2*a(i)
  end if
end do
