! Regions may overlap, and may end in another block than they start.
subroutine tagged(n, x, y)
  integer n, i
  real*8 x(n), y(n), t
  !$loopy begin tagged: all
  do i = 1, n
    !$LOOPY BEGIN TAGGED: load
    t = x(i)
    !$loopy begin tagged: compute
    if (t > 0) then
      t = 2*t
    !$loopy end tagged: load
      t = t + 1
    end if
    !$loopy end tagged: compute
    y(i) = t
  end do
  !$loopy end tagged: all
end
