! No word is reserved.
subroutine end(if, do, real, then)
  implicit none
  integer if, do, integer, do10
  real*8 real(if), then(if), else, in, or
  do do10 = 1, if
    else = real(do10)
    in = else + do
    or = in
    then(do10) = else*or
  enddo
  do integer = 1, if
    real(integer) = 2
  end do
end subroutine end
