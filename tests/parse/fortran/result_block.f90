!$loopy begin
! import numpy as np
! knl, = lp.parse_fortran(SOURCE, FILENAME)
!$loopy end

subroutine negate(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    x(i) = -x(i)
  end do
end

!$loopy begin
! RESULT = [lp.split_iname(knl, "i", 4)]
!$loopy end
