subroutine conditional(out, inp, n)
  implicit none
  real*8 a, b, out(n), inp(n)
  integer n, i, j

  do i = 1, n
    a = inp(i)
    if (a.ge.3) then
        b = 2*a
        do j = 1,3
            b = 3 * b
        end do
        out(i) = 5*b
    else
        out(i) = 4*a
    endif
  end do
end
! run: n=0,1,15,16,17,1003 exact
